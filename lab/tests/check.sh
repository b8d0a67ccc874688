# Checks and their count, one audit, and questions about its report. To be sourced after lib.sh.
# shellcheck shell=bash disable=SC2034,SC2154

passed=0
failed=0
skipped=0

# check NAME WHAT EXPECTED GOT: EXPECTED is an extended regular expression that has to match all of GOT.
check() {
  if [[ $4 =~ ^($3)$ ]]; then
    passed=$((passed + 1))
    printf 'ok %s: %s\n' "$1" "$2"
  else
    failed=$((failed + 1))
    printf 'FAIL %s: %s, expected %s, got %s\n' "$1" "$2" "$3" "${4:-nothing}"
  fi
}

# check_at_least NAME WHAT LEAST GOT: whole numbers.
check_at_least() {
  if [[ $4 =~ ^[0-9]+$ && $4 -ge $3 ]]; then
    check "$1" "$2: $4" "$4" "$4"
  else
    check "$1" "$2" "at least $3" "${4:-nothing}"
  fi
}

skip() {
  skipped=$((skipped + 1))
  printf 'skipped %s: %s\n' "$1" "$2"
}

# inventory HOST...: an inventory on stdout. HOST is a guest, or guest=USER for becoming root by sudo, or dead; or
# behind, which is lab2 as only lab3 reaches it, with lab3 as the jump host; or behind=dead, with one that is dead; or
# behind=pam, an sshd of lab2 that takes nothing but what PAM asks for.
inventory() {
  local host guest user jump
  for host in "$@"; do
    guest=${host%%=*}
    user=root
    [[ $host == *=* ]] && user=${host#*=}
    if [[ $guest == dead ]]; then
      echo "dead ansible_port=$((${LAB_PORT_BASE:-2200} + 99))"
    elif [[ $guest == behind ]]; then
      jump=$(port_of lab3)
      [[ $user != dead ]] || jump=$((${LAB_PORT_BASE:-2200} + 99))
      # As for ssh itself, what is said of a host does not hold for the jump host, but for the configuration's file.
      printf '%s\n' "UserKnownHostsFile $cache/known_hosts" "IdentityFile $cache/id_ed25519" \
        "StrictHostKeyChecking yes" > "$out/ssh_config"
      echo -n "behind ansible_host=10.77.0.2 ansible_ssh_common_args='-F $out/ssh_config -J root@127.0.0.1:$jump' "
      if [[ $user == pam ]]; then
        echo "ansible_port=2222 ansible_user=operator ansible_password=lab-operator ansible_become=true ansible_become_password=lab-operator"
      else
        echo "ansible_user=root"
      fi
    else
      echo -n "$guest ansible_port=$(port_of "$guest") ansible_user=$user"
      case $user in
        root) echo ;;
        admin) echo " ansible_become=true" ;;
        operator) echo " ansible_become=true ansible_become_password=lab-operator" ;;
      esac
    fi
  done
  cat << END

[all:vars]
ansible_host=127.0.0.1
ansible_ssh_private_key_file=$cache/id_ed25519
ansible_ssh_common_args='-o UserKnownHostsFile=$cache/known_hosts -o StrictHostKeyChecking=yes'
END
}

# audit LABEL HOST... [-- OPTION...]: sets $report to the JSON report, $status to the exit code, $took to seconds.
audit() {
  local label=$1 begin=$SECONDS
  local -a hosts=()
  shift
  while [[ $# -gt 0 && $1 != -- ]]; do
    hosts+=("$1")
    shift
  done
  [[ $# -eq 0 ]] || shift
  report=$out/$label.json
  status=0
  inventory "${hosts[@]}" > "$out/$label.ini"
  "$lab_dir/../fleetcheck" audit "$out/$label.ini" --report "json=$report" "$@" \
    > "$out/$label.out" 2> "$out/$label.err" || status=$?
  took=$((SECONDS - begin))
  [[ -s $report ]] || echo null > "$report"
}

# audit_decided HOST NAME LABEL HOST... [-- OPTION...]: audits again, up to three times in all, while the disk NAME of HOST
# is inconclusive: the machine may be busy with something else just now.
audit_decided() {
  local host=$1 name=$2 try
  shift 2
  for try in 1 2 3; do
    audit "$@"
    [[ $(about "$host" "$name" .verdict.code) == inconclusive ]] || break
    say "$host's $name is inconclusive, $try of 3"
  done
}

# about HOST NAME FILTER: what jq's FILTER says of the lab disk NAME in $report. The disk is known by its NAA name, or
# by the mount point /srv/NAME; nothing is printed where the report has no such disk.
about() {
  local wwn
  wwn=$(awk -v host="$1" -v name="$2" '$1 == host && $2 == name {print "5000c50000fc00" $3; exit}' "$lab_dir/disks")
  jq -r --arg host "$1" --arg wwn "${wwn:-none}" --arg path "/srv/$2" "
    [.hosts[]? | select(.name == \$host) | .disks[]?
      | select((.id | tostring | ascii_downcase | contains(\$wwn)) or any(.mounts[]?; .path == \$path))]
    | .[] | $3" "$report" 2>&1 | head -n 1
}

outcome_of() {
  jq -r --arg host "$1" '.hosts[]? | select(.name == $host) | .outcome' "$report"
}

# answered NAME HOST: whether it did, else one failed check that says why not.
answered() {
  if [[ $(outcome_of "$2") != answered ]]; then
    check "$1" "outcome of $2" answered "$(jq -r --arg host "$2" \
      '.hosts[]? | select(.name == $host) | "\(.outcome): \(.detail)"' "$report")"
    return 1
  fi
}

# write_same FIELD: of a disk's report, jq's filter for count or median_ns of the WRITE SAME commands that the kernel traced.
write_same() {
  echo ".probe.evidence?.write_same?.$1 // 0"
}
