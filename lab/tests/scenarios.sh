# What fleetcheck has to say about the lab's disks. To be sourced after check.sh.
# shellcheck shell=bash disable=SC2154

healthy='ok|ok_negligible|ok_fast'

# Where it is a disk that is tested, not how little time suffices.
patient=(--busy-limit 0 --budget 60)

# expected_verdicts [SCRATCH]: lines of disk, level, code, impact on its mount (regular expressions; - where there is no mount).
# Whether 1 KiB blocks are felt depends on the kernel; the blank disk is measured only where it is named as scratch.
expected_verdicts() {
  case $kernel_name in
    5.10 | 6.1) echo "slow1k broken slow_write_same felt" ;;
    *) echo "slow1k at_risk slow_write_same ext4_path|lazyinit_only|bulk_only|none" ;;
  esac
  if [[ ${1-} == scratch ]]; then
    echo "scratch at_risk slow_write_same -"
  else
    echo "scratch unknown armed_unmeasured -"
  fi
  cat << END
slow-feels broken slow_write_same felt
slow4k at_risk slow_write_same ext4_path|lazyinit_only|bulk_only|none
slow-xfs at_risk slow_write_same bulk_only|none
slow-lvm at_risk slow_write_same ext4_path|lazyinit_only|bulk_only|none
slow-mpath at_risk slow_write_same ext4_path|lazyinit_only|bulk_only|none
fast1k ok $healthy .*
fast4k ok $healthy .*
fast-xfs ok $healthy .*
stripe-a ok $healthy .*
stripe-b ok $healthy .*
limit0 ok driver_disabled|disabled_or_rejected .*
sata ok ata_satl_disabled|driver_disabled .*
nvme ok not_scsi .*
mirror-a unknown no_offload_seen .*
mirror-b unknown no_offload_seen .*
crypt unknown no_offload_seen .*
END
}

# The audit of lab1 that several scenarios look at; done once. The blank disk is given up to it.
baseline() {
  if [[ ! -e $out/baseline.json ]]; then
    audit baseline lab1 -- "${patient[@]}" --scratch naa.5000c50000fc0008=LAB-SCRATCH
    echo "$status" > "$out/baseline.status"
    say "an audit of lab1 takes $took s"
  fi
  report=$out/baseline.json
  status=$(< "$out/baseline.status")
  answered baseline lab1
}

scenario_verdicts() {
  local name level code impact
  baseline || return 0
  check verdicts "exit code" 1 "$status"
  while read -r name level code impact; do
    check "verdicts/$name" "level" "$level" "$(about lab1 "$name" .verdict.level)"
    check "verdicts/$name" "code" "$code" "$(about lab1 "$name" .verdict.code)"
    if [[ $impact != - && $impact != .* ]]; then
      check "verdicts/$name" "impact on its mount" "$impact" "$(about lab1 "$name" '.mounts[0].impact')"
    fi
    [[ $code == slow_write_same ]] || continue
    check "verdicts/$name" "the whole interval of the ratio is slow" true \
      "$(about lab1 "$name" '.verdict.ratio | .low >= 1.5 and .low <= .estimate and .estimate <= .high')"
    check "verdicts/$name" "at least 8 pairs" true "$(about lab1 "$name" '.verdict.ratio.pairs >= 8')"
    check "verdicts/$name" "zeroing took 40 ms or more, writing less" true \
      "$(about lab1 "$name" '.verdict | .zeroout_ns >= 40e6 and .write_ns < .zeroout_ns')"
    check_at_least "verdicts/$name" "WRITE SAME commands traced" 16 "$(about lab1 "$name" "$(write_same count)")"
    check "verdicts/$name" "the kernel's own time of them is 40 to 60 ms in the median" true \
      "$(about lab1 "$name" "$(write_same median_ns) | . >= 40e6 and . < 60e6")"
  done < <(expected_verdicts scratch)
  check verdicts/slow-mpath "two paths are one disk" 1 \
    "$(jq '[.hosts[]?.disks[]? | select(.id | tostring | ascii_downcase | contains("5000c50000fc0006"))] | length' "$report")"
  check verdicts "what a human sees names the broken model" '.*ST973451SS.*' "$(tr '\n' ' ' < "$out/baseline.out")"
}

scenario_disabled() {
  baseline || return 0
  check disabled/limit0 "level" ok "$(about lab1 limit0 .verdict.level)"
  check disabled/limit0 "code" 'driver_disabled|disabled_or_rejected' "$(about lab1 limit0 .verdict.code)"
  check disabled/limit0 "no WRITE SAME was sent" 0 "$(about lab1 limit0 "$(write_same count)")"
}

# refused GUEST NAME REASON...: the reasons stand in the disk's report, the disk is not called fine, and no extent was zeroed.
refused() {
  check "refusals/$2" "level" 'unknown|at_risk' "$(about "$1" "$2" .verdict.level)"
  refused_outside "$@"
}

# refused_outside GUEST NAME REASON...: the same of a disk that the verdict's rules are not about.
refused_outside() {
  local guest=$1 name=$2 reason
  shift 2
  for reason in "$@"; do
    check "refusals/$name" "reason $reason" true \
      "$(about "$guest" "$name" "[.probe.refusals[].reason] | any(test(\"^($reason)\$\"))")"
  done
  check "refusals/$name" "the device was not zeroed" 0 \
    "$(about "$guest" "$name" '[.probe.series[]? | select(.operation != "write")] | length')"
}

scenario_refusals() {
  baseline || return 0
  refused lab1 journal data_journal
  refused lab1 btrfs file_system_type
  refused lab1 thinpool dm_thin
  refused lab1 snapshot dm_snapshot_origin
  refused lab1 thinlun thin_lun
}

# The rarer ones, on a guest of their own.
scenario_rare_refusals() {
  ssh_guest lab4 lab-scsi-debug dm-zoned > /dev/null
  audit rare-refusals lab4 -- --busy-limit 0 --budget 5
  answered rare_refusals lab4 || return 0
  refused_outside lab4 debug dm_zoned
  refused lab4 layers dm_era dm_cache dm_writecache dm_integrity unknown_layer dm_snapshot bcache drbd
  refused lab4 encrypted encrypted_file
  refused lab4 realtime xfs_realtime
  refused_outside lab4 dax dax_file
  refused_outside lab4 pmem unknown_layer
  case $kernel_name in
    5.10 | 6.1) skip refusals/mounted "kernel $kernel_name lets one write to the node of a mounted file system" ;;
    *) refused lab4 mounted open_busy ;;
  esac
  blind_refusals
}

# Without the tables of device-mapper, and without the trace events that tell disks apart.
blind_refusals() {
  ssh_guest lab4 lab-scsi-debug zoned > /dev/null
  ssh_guest lab4 'umount /sys/kernel/tracing && mv /dev/mapper/control /run/lab/'
  audit blind-refusals lab4 -- --busy-limit 0 --budget 5 --scratch naa.5000c50000fc0063=LAB-REALTIME
  ssh_guest lab4 'mv /run/lab/control /dev/mapper/ && mount -t tracefs tracefs /sys/kernel/tracing'
  ssh_guest lab4 lab-scsi-debug off
  answered rare_refusals lab4 || return 0
  refused_outside lab4 debug zoned
  refused lab4 layers table_unreadable
  refused lab4 realtime scratch_holders
  case $kernel_name in
    5.10 | 6.1) refused lab4 mirror-a multiple_leaves ;;
    *) skip refusals/mirror-a "kernel $kernel_name lets nobody write to the node of a mounted file system here" ;;
  esac
}

scenario_scsi_debug() {
  local shape mode
  for shape in plain unmap16 unmap10; do
    ssh_guest lab3 lab-scsi-debug "$shape" > /dev/null
    case $shape in
      plain) mode=writesame ;;
      unmap16) mode=writesame_16_unmap ;;
      unmap10) mode=writesame_10_unmap ;;
    esac
    audit_decided lab3 debug "scsi-debug-$shape" lab3 -- "${patient[@]}"
    check "scsi_debug/$shape" "zeroing_mode in the report" true \
      "$(about lab3 debug "[.limits | .. | strings] | any(. == \"$mode\")")"
    if [[ $shape == plain ]]; then
      check "scsi_debug/$shape" "level" ok "$(about lab3 debug .verdict.level)"
      check "scsi_debug/$shape" "code" "$healthy" "$(about lab3 debug .verdict.code)"
      check_at_least "scsi_debug/$shape" "WRITE SAME commands traced" 16 "$(about lab3 debug "$(write_same count)")"
    else
      check "scsi_debug/$shape" "level" unknown "$(about lab3 debug .verdict.level)"
      check "scsi_debug/$shape" "reason why it was not zeroed" thin_lun "$(about lab3 debug '.probe.refusals[0].reason')"
      audit_decided lab3 debug "scsi-debug-$shape-thin" lab3 -- --probe-thin "${patient[@]}"
      check "scsi_debug/$shape with --probe-thin" "level" ok "$(about lab3 debug .verdict.level)"
      check "scsi_debug/$shape with --probe-thin" "code" "$healthy" "$(about lab3 debug .verdict.code)"
      check_at_least "scsi_debug/$shape with --probe-thin" "WRITE SAME commands traced" 16 \
        "$(about lab3 debug "$(write_same count)")"
    fi
  done
  ssh_guest lab3 lab-scsi-debug off
}

# A host without Java gets one from here, once; where there is none to give, it is said.
scenario_no_java() {
  audit runtime lab2 -- "${patient[@]}"
  check no_java "lab2's outcome" answered "$(outcome_of lab2)"
  check no_java "lab2's slow disk is found" 1 "$status"
  check no_java "a second audit pushes nothing" answered "$(audit again lab2 -- --mode inspect; outcome_of lab2)"
  check no_java "its stages" null "$(jq -r '.hosts[0].facts.stage_ms.runtime' "$out/again.json")"
  # The host has one now, but with nothing to offer its name is not known.
  FLEETCHECK_RUNTIMES='' audit no-java lab2
  check no_java "lab2's outcome without a runtime" no_java "$(outcome_of lab2)"
  check no_java "exit code" 3 "$status"
  check no_java "what a human sees says so" '.*[Jj]ava.*' "$(cat "$out/no-java.out" "$out/no-java.err" | tr '\n' ' ')"
}

scenario_exit_codes() {
  audit_decided lab3 fast exit-healthy lab3 -- "${patient[@]}"
  check exit_codes "only healthy disks" 0 "$status"
  audit exit-dead lab3 dead
  check exit_codes "a dead host and no findings" 3 "$status"
  check exit_codes "the dead host's outcome" unreachable "$(outcome_of dead)"
  check exit_codes "the other host's outcome" answered "$(outcome_of lab3)"
  local got=0
  "$lab_dir/../fleetcheck" audit "$out/there-is-none.ini" > /dev/null 2>&1 || got=$?
  check exit_codes "no such inventory" 2 "$got"
}

scenario_sudo() {
  local user
  for user in admin operator; do
    audit_decided lab3 fast "sudo-$user" "lab3=$user" -- "${patient[@]}"
    check "sudo/$user" "lab3's outcome" answered "$(outcome_of lab3)"
    check "sudo/$user" "level of the healthy disk" ok "$(about lab3 fast .verdict.level)"
  done
}

# A host that only another one reaches, without a Java: its runtime goes through the jump host too.
scenario_jump() {
  ssh_guest lab2 rm -rf /var/lib/fleetcheck
  audit jump behind -- "${patient[@]}"
  check jump "outcome of the host behind lab3" answered "$(outcome_of behind)"
  check jump "it is lab2" lab2 "$(jq -r '.hosts[0].facts.hostname' "$report")"
  check jump "it was given a runtime" '[0-9]+' "$(jq -r '.hosts[0].facts.stage_ms.runtime' "$report")"
  check jump "its slow disk is found" 1 "$status"
  ssh_guest lab2 /usr/sbin/sshd -p 2222 -o UsePAM=yes -o AuthenticationMethods=keyboard-interactive -o KbdInteractiveAuthentication=yes
  audit jump-pam behind=pam -- --mode inspect
  check jump "outcome where PAM asks for the password" answered "$(outcome_of behind)"
  audit jump-dead behind=dead
  check jump "outcome where the jump host is dead" unreachable "$(outcome_of behind)"
  check jump "what a human sees names the jump host" '.*behind the jump host 127.0.0.1 port.*' "$(tr '\n' ' ' < "$out/jump-dead.out")"
}

# Ten audits in a row beside a load: no wrong verdict ever, and at most one that is inconclusive.
scenario_steady() {
  local round name level got inconclusive=0 wrong=
  local -a load=()
  while ((${#load[@]} < 2)); do
    nice sha256sum /dev/zero > /dev/null 2>&1 &
    load+=($!)
  done
  for ((round = 1; round <= steady_rounds; round++)); do
    audit "steady-$round" lab1 -- --busy-limit 0 --budget 10
    while read -r name level _; do
      got=$(about lab1 "$name" .verdict.level)
      if [[ ! $got =~ ^($level)$ ]]; then
        if [[ $(about lab1 "$name" .verdict.code) == inconclusive ]]; then
          inconclusive=$((inconclusive + 1))
          say "round $round: $name is inconclusive"
        else
          wrong+=" $round:$name=${got:-missing}"
        fi
      fi
    done < <(expected_verdicts)
  done
  kill "${load[@]}"
  wait "${load[@]}" 2> /dev/null || true
  check steady "wrong verdicts in $steady_rounds audits beside a load" none "${wrong:-none}"
  check steady "inconclusive verdicts in $steady_rounds audits beside a load" '0|1' "$inconclusive"
}
