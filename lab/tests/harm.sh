# Nothing is harmed: not by audits beside a writer, and not by agents that are killed. To be sourced after check.sh.
# shellcheck shell=bash disable=SC2154

# Many rounds tell more than long ones.
brisk=(--busy-limit 0 --budget 3)

in_guest() {
  ssh_guest lab1 bash -s -- "$@" < "$lab_dir/tests/harm-in-guest"
}

# kill_agent LONGEST: waits for the agent in lab1, then up to LONGEST seconds more, then kills it with -9.
kill_agent() {
  local tries
  for ((tries = 0; tries < 60; tries++)); do
    if ssh_guest lab1 pgrep -x java > /dev/null; then
      sleep "$((RANDOM % ($1 + 1))).$((RANDOM % 10))"
      ssh_guest lab1 pkill -9 -x java
      return
    fi
    sleep 0.5
  done
  return 1
}

harm_round() {
  local round=$1 longest=$2 killer
  if ((round % 2 == 1)); then
    audit "harm-$round" lab1 -- "${brisk[@]}"
    check_at_least "nothing_harmed/$round" "WRITE SAME commands traced on lab1" 100 \
      "$(jq "[.hosts[]?.disks[]? | $(write_same count)] | add" "$report")"
    return
  fi
  kill_agent "$longest" &
  killer=$!
  audit "harm-$round" lab1 -- "${brisk[@]}"
  if wait "$killer" && [[ $(outcome_of lab1) != answered ]]; then
    check "nothing_harmed/$round" "lab1's outcome after kill -9" agent_failed "$(outcome_of lab1)"
    killed=$((killed + 1))
  else
    skip "nothing_harmed/$round" "the agent had ended before it could be killed"
  fi
}

scenario_nothing_harmed() {
  local round longest=10 changed killed=0
  in_guest seed > "$out/harm-seed.log" 2>&1 || die "cannot write the files to be checked; see $out/harm-seed.log"
  in_guest settings > "$out/settings.before"
  # Its standard streams are not ours, so ssh returns at once.
  in_guest start-writer
  for ((round = 1; round <= harm_rounds; round++)); do
    harm_round "$round" "$longest"
    if ((round == 1)); then
      longest=$took
    fi
  done
  check_at_least nothing_harmed "agents that were killed at work" "$((harm_rounds / 4))" "$killed"
  audit harm-last lab1 -- "${brisk[@]}"
  check nothing_harmed "an audit after the last kill answers" answered "$(outcome_of lab1)"
  check_at_least nothing_harmed "files the writer wrote meanwhile" 100 "$(in_guest stop-writer)"
  check nothing_harmed "leftovers" none "$(in_guest leftovers | tr '\n' ' ' | sed 's/ $//')"
  in_guest settings > "$out/settings.after"
  changed=$(diff "$out/settings.before" "$out/settings.after" | tr '\n' ' ' | head -c 400 || true)
  check nothing_harmed "kernel settings that changed" none "${changed:-none}"
  in_guest verify > "$out/harm-verify.log" 2>&1 || true
  local mounts
  mounts=$(grep -c '^verified ' "$out/harm-verify.log" || true)
  check nothing_harmed "damage found through a fresh mount" none \
    "$(grep '^damaged ' "$out/harm-verify.log" | head -c 400 || true)none"
  check_at_least nothing_harmed "file systems checked, 1,000 files each" 20 "$mounts"
}
