# Shared by lab/up, lab/down, lab/ssh and lab/test. To be sourced; expects set -euo pipefail.
# shellcheck shell=bash disable=SC2034

# An ordinary user has no sbin on the PATH.
PATH=$PATH:/usr/sbin:/sbin
lab_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/fleetcheck/lab
run_dir=$cache/run
all_guests=(lab1 lab2 lab3 lab4)
default_guests=(lab1 lab2)
default_kernel=6.1

say() {
  printf 'lab: %s\n' "$*" >&2
}

die() {
  say "$*"
  exit 1
}

port_of() {
  local base=${LAB_PORT_BASE:-2200}
  case $1 in
    lab1) echo $((base + 1)) ;;
    lab2) echo $((base + 2)) ;;
    lab3) echo $((base + 3)) ;;
    lab4) echo $((base + 4)) ;;
    *) die "no such guest: $1 (there are: ${all_guests[*]})" ;;
  esac
}

# cable_of GUEST: QEMU's arguments for its end of the cable that joins lab2 and lab3; they meet nothing else there.
cable_of() {
  local other
  case $1 in
    lab2) other=lab3 ;;
    lab3) other=lab2 ;;
    *) return 0 ;;
  esac
  printf '%s\n' -netdev \
    "dgram,id=cable,local.type=unix,local.path=$run_dir/cable.$1,remote.type=unix,remote.path=$run_dir/cable.$other" \
    -device "virtio-net-pci,netdev=cable,mac=$(cable_mac "$1"),romfile="
}

cable_mac() {
  echo "52:54:00:77:00:0${1#lab}"
}

memory_of() {
  case $1 in
    lab1) echo 2304 ;;
    lab4) echo 1024 ;;
    *) echo 768 ;;
  esac
}

# kernel_parameters_of GUEST: what its kernel is started with besides what all are.
kernel_parameters_of() {
  case $1 in
    # Two pieces of memory that become /dev/pmem0 and /dev/pmem1; and, from kernel 6.8, nobody may write to the node of a
    # mounted file system.
    lab4) echo 'memmap=128M!256M memmap=128M!512M bdev_allow_write_mounted=0' ;;
  esac
}

# running FILE: the process whose id is in FILE lives, and is one of the lab's.
running() {
  local pid
  [[ -s $1 ]] || return 1
  pid=$(< "$1")
  [[ -r /proc/$pid/cmdline ]] && tr '\0' ' ' < "/proc/$pid/cmdline" | grep -qF "$run_dir"
}

guest_running() {
  running "$run_dir/$1/qemu.pid"
}

guest_ready() {
  guest_running "$1" && grep -q "^LAB-READY $1 " "$run_dir/$1/console.log" 2> /dev/null
}

ssh_guest() {
  local guest=$1
  shift
  ssh -q -p "$(port_of "$guest")" -i "$cache/id_ed25519" -o UserKnownHostsFile="$cache/known_hosts" \
    -o StrictHostKeyChecking=yes -o IdentitiesOnly=yes -o BatchMode=yes -o ConnectTimeout=20 \
    -o ServerAliveInterval=20 -o ServerAliveCountMax=3 "${LAB_USER:-root}@127.0.0.1" "$@"
}

stop_process() {
  local file=$1 pid tries
  if running "$file"; then
    pid=$(< "$file")
    kill "$pid" 2> /dev/null || true
    for ((tries = 0; tries < 50; tries++)); do
      running "$file" || break
      sleep 0.1
    done
    if running "$file"; then
      kill -9 "$pid" 2> /dev/null || true
    fi
  fi
  rm -f "$file"
}

stop_guest() {
  local guest=$1 file
  stop_process "$run_dir/$guest/qemu.pid"
  for file in "$run_dir/$guest"/*.nbd.pid; do
    [[ -e $file ]] && stop_process "$file"
  done
  rm -f "$run_dir/$guest"/*.sock
}
