# What an audit would need, looked at right before the agent is started; for doctor. Each line: what,
# ok or no or note, what was found, and after a bar what to do. Changes nothing.
fact() { say fact "$@"; };
if [ "$uid" = 0 ]; then fact user ok "root"; else fact user no "user $uid, not root: no disk can be measured|become root: -b, or ansible_become=true"; fi;
fact java ok "$java${version:+ ($version)}";
executes "$home" && run="programs may be executed" || run="noexec, which the agent can do with";
set -f; set -- $(df -Pk -- "$home" 2>/dev/null | tail -n 1); set +f;
fact cache ok "$home, $((${4:-0} / 1024)) MiB free, $run";
fact kernel ok "Linux $(uname -r) $(uname -m)";
if [ "$uid" = 0 ]; then
  tracing=;
  for at in /sys/kernel/tracing /sys/kernel/debug/tracing; do [ -z "$tracing" ] && [ -d "$at/instances" ] && tracing=$at; done;
  read -r lockdown 2>/dev/null < /sys/kernel/security/lockdown;
  if [ -n "$tracing" ] && [ -w "$tracing/instances" ]; then
    if [ -d "$tracing/events/scsi" ]; then fact tracefs ok "$tracing, with the events of SCSI"; else fact tracefs note "$tracing, without events of SCSI: this kernel has no SCSI, or cannot trace it"; fi;
  else
    case $lockdown in
      *"[confidentiality]"*) fact tracefs note "the kernel is locked down (confidentiality): verdicts do without its evidence";;
      *) fact tracefs note "not mounted or not writable: verdicts do without the kernel's evidence|mount -t tracefs tracefs /sys/kernel/tracing";;
    esac;
  fi;
  holder=;
  if [ -e /run/fleetcheck.lock ]; then
    set -- $(ls -i /run/fleetcheck.lock); inode=$1;
    while read -r number kind advice access pid place rest; do
      [ "${place##*:}" != "$inode" ] || holder=$pid;
    done 2>/dev/null < /proc/locks;
  fi;
  if [ -z "$holder" ]; then fact lock ok "no other agent is at work"; else fact lock no "the agent of another run, process $holder, is at work|wait for it, or end it: kill $holder"; fi;
  read -r inside outside count 2>/dev/null < /proc/self/uid_map;
  [ "${count:-4294967295}" = 4294967295 ] || fact namespace no "root in a user namespace only (a container): no disk can be measured|audit the machine that the container runs on";
fi;
enforcing=0; read -r enforcing 2>/dev/null < /sys/fs/selinux/enforce;
if [ "$enforcing" = 1 ]; then
  case $(getsebool deny_execmem 2>/dev/null) in
    *"--> on") fact selinux no "enforcing, and programs may not compile at run time, as Java does|setsebool -P deny_execmem off";;
    *) fact selinux ok "enforcing; nothing is asked of it";;
  esac;
fi;
fact clock ok "$(date +%s)";
