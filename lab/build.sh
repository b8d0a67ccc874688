# Makes what a guest is booted from, once, in the cache: keys, root file system, kernels, Java, disk images.
# To be sourced after lib.sh.
# shellcheck shell=bash disable=SC2034,SC2154

# mirror_of LABEL: where this machine's own apt gets the archive of that name from.
mirror_of() {
  # shellcheck disable=SC2016  # apt-get expands it
  apt-get indextargets --format '$(SITE)' 'Created-By: Packages' "Label: $1" 2> /dev/null | sort -u | head -n 1
}

mirror=${LAB_MIRROR:-$(mirror_of Debian)}
security_mirror=${LAB_SECURITY_MIRROR:-$(mirror_of Debian-Security)}
# Releases that have left the mirrors are kept by the host of the same domain.
old_mirror=${LAB_OLD_MIRROR:-${mirror/\/\/deb./\/\/archive.}}

# busybox-static is for the initrd, the rest is what the probe's tests and a curious human need.
guest_packages=(openssh-server udev kmod iproute2 sudo e2fsprogs xfsprogs btrfs-progs util-linux lsscsi sg3-utils
  lvm2 dmsetup mdadm bcache-tools drbd-utils procps strace busybox-static)

# What a guest may load beyond its boot; with everything these depend on. A module a kernel lacks is passed over.
modules=(virtio_pci virtio_blk virtio_net virtio_scsi virtio-rng ext4 xfs btrfs crc32c_generic crc32c-intel sd_mod sg
  ahci nvme scsi_debug scsi_dh_alua scsi_dh_rdac scsi_dh_emc mptsas mptspi mpt3sas megaraid_sas sym53c8xx loop bcache
  dm-mod dm-multipath dm-round-robin dm-service-time dm-queue-length dm-crypt dm-thin-pool dm-snapshot dm-mirror
  dm-raid dm-cache dm-cache-smq dm-writecache dm-era dm-integrity dm-zoned dm-vdo dm-zero dm-delay dm-flakey md-mod
  linear raid0 raid1 raid10 raid456 aesni-intel xts ecb cts cbc sha512_generic nd_e820 nd_pmem
  drbd)

# What must be in the initrd, in so far as it is a module at all.
boot_modules=(virtio_pci virtio_blk crc32c_generic crc32c-intel ext4)

kernel_names=(5.10 6.1 6.12 newest)

# missing_packages: the Debian packages whose commands are not here, on one line.
missing_packages() {
  local command package
  local -a missing=()
  while read -r command package; do
    command -v "$command" > /dev/null || missing+=("$package")
  done << 'END'
qemu-system-x86_64 qemu-system-x86
nbdkit nbdkit
mmdebstrap mmdebstrap
mke2fs e2fsprogs
cpio cpio
depmod kmod
xz xz-utils
ssh openssh-client
jlink openjdk-17-jdk-headless
flock util-linux
END
  # Who is not root makes the guests' root file system in a user name space.
  if [[ $EUID -ne 0 ]]; then
    command -v newuidmap > /dev/null || missing+=(uidmap)
  fi
  echo "${missing[*]}"
}

require_packages() {
  local missing
  missing=$(missing_packages)
  if [[ -n $missing ]]; then
    say "some programs are missing; on Debian or Ubuntu:"
    say "  sudo apt-get install --no-install-recommends $missing"
    exit 1
  fi
}

# as_root COMMAND...: as root, or as the root of a user name space of one's own.
as_root() {
  if [[ $EUID -eq 0 ]]; then
    "$@"
  else
    unshare --map-auto --map-root-user -- "$@"
  fi
}

make_keys() {
  local guest
  if [[ ! -e $cache/id_ed25519 ]]; then
    say "making a key for you"
    ssh-keygen -q -t ed25519 -N '' -C fleetcheck-lab -f "$cache/id_ed25519"
  fi
  for guest in "${all_guests[@]}"; do
    if [[ ! -e $cache/ssh_host_ed25519_key.$guest ]]; then
      say "making the host key of $guest"
      ssh-keygen -q -t ed25519 -N '' -C "$guest" -f "$cache/ssh_host_ed25519_key.$guest"
    fi
  done
  for guest in "${all_guests[@]}"; do
    printf '[127.0.0.1]:%s,10.77.0.%s,[10.77.0.%s]:2222 %s\n' "$(port_of "$guest")" "${guest#lab}" "${guest#lab}" \
      "$(cut -d' ' -f1,2 "$cache/ssh_host_ed25519_key.$guest.pub")"
  done > "$cache/known_hosts"
}

# make_base: sets $base to the root file system of the guests as a tar file, without kernel, Java and keys.
make_base() {
  local key
  key=$(printf '%s\n' "${guest_packages[@]}" "$(declare -f bootstrap)" | sha256sum | cut -c1-12)
  base=$cache/base-$key.tar
  if [[ ! -e $base ]]; then
    say "making the guests' root file system from Debian packages (about a minute, once)"
    rm -f "$cache"/base-*
    bootstrap "$base.part.tar" > "$cache/base.log" 2>&1 || {
      tail -n 20 "$cache/base.log" >&2
      die "mmdebstrap failed; see $cache/base.log"
    }
    mv "$base.part.tar" "$base"
  fi
}

bootstrap() {
  local mode=root
  [[ $EUID -eq 0 ]] || mode=unshare
  # shellcheck disable=SC2016  # $1 is expanded by the hooks
  mmdebstrap --variant=minbase --mode=$mode --aptopt='Acquire::Languages "none"' --dpkgopt=force-unsafe-io \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --dpkgopt='path-exclude=/usr/share/man/*' --include="$(IFS=, && echo "${guest_packages[*]}")" \
    --customize-hook='chroot "$1" useradd -m -s /bin/bash admin' \
    --customize-hook='chroot "$1" useradd -m -N -g operator -s /bin/bash operator' \
    --customize-hook='echo operator:lab-operator | chroot "$1" chpasswd' \
    --customize-hook='printf "admin ALL=(ALL:ALL) NOPASSWD: ALL\noperator ALL=(ALL:ALL) ALL\n" > "$1/etc/sudoers.d/lab"' \
    --customize-hook='printf "UseDNS no\nPasswordAuthentication no\nPrintMotd no\n" > "$1/etc/ssh/sshd_config.d/lab.conf"' \
    --customize-hook='rm -f "$1"/etc/ssh/ssh_host_*' \
    --customize-hook='mkdir -p "$1/usr/local/lib/lab" "$1/srv"' \
    bookworm "$1" "$mirror"
}

# make_java: sets $java to a directory with a small Java run-time made from the JDK here.
make_java() {
  local version key
  version=$(jlink --version)
  key=$(declare -f make_java | sha256sum | cut -c1-12)
  java=$cache/java-$version-$key
  if [[ ! -x $java/bin/java ]]; then
    say "making a Java $version run-time for lab1"
    rm -rf "$cache"/java-*
    # jffi, through which the agent reaches the kernel, logs by java.logging and copies memory by jdk.unsupported.
    jlink --add-modules java.base,java.logging,jdk.unsupported --strip-debug --no-header-files --no-man-pages --compress=2 \
      --output "$java"
  fi
}

suite_of() {
  case $1 in
    5.10) echo bullseye ;;
    6.1) echo bookworm ;;
    6.12) echo trixie ;;
    newest) echo sid ;;
  esac
}

# private_apt DIRECTORY COMMAND...: apt with sources and lists of its own, so that the machine's are left alone.
private_apt() {
  local directory=$1 command=$2
  shift 2
  "$command" -qq -o Dir::Etc::sourcelist="$directory/sources.list" -o Dir::Etc::sourceparts=- \
    -o Dir::State::lists="$directory/lists" -o Dir::Cache="$directory/cache" -o Acquire::Languages=none \
    -o APT::Architecture=amd64 -o APT::Sandbox::User=root "$@"
}

# fetch_kernel NAME DIRECTORY: the packages of that kernel, unpacked in DIRECTORY/tree.
fetch_kernel() {
  local suite directory=$2 image package file
  local -a packages
  suite=$(suite_of "$1")
  mkdir -p "$directory/lists/partial" "$directory/cache/archives/partial" "$directory/tree"
  {
    echo "deb $mirror $suite main"
    if [[ $suite == bookworm || $suite == trixie ]]; then
      echo "deb $security_mirror $suite-security main"
    fi
  } > "$directory/sources.list"
  if ! private_apt "$directory" apt-get -o APT::Update::Error-Mode=any update; then
    echo "deb [check-valid-until=no] $old_mirror $suite main" > "$directory/sources.list"
    private_apt "$directory" apt-get update
  fi
  image=$(private_apt "$directory" apt-cache depends linux-image-amd64 |
    awk '$1 == "Depends:" && $2 ~ /^linux-image-[0-9]/ {print $2; exit}')
  mapfile -t packages < <(
    echo "$image"
    private_apt "$directory" apt-cache depends "$image" |
      awk '$1 == "Depends:" && $2 ~ /^linux-(base|binary|modules)-[0-9]/ {print $2}'
  )
  (cd "$directory" && private_apt "$directory" apt-get download "${packages[@]}")
  for file in "$directory"/*.deb; do
    dpkg-deb -x "$file" "$directory/tree"
  done
}

# make_kernel NAME: sets $kernel to a directory with vmlinuz, modules.tar, initrd.cpio and release.
make_kernel() {
  local name=$1 work release tree module file key
  key=$(printf '%s\n' "${modules[@]}" "$(declare -f make_kernel make_initrd)" | sha256sum | cut -c1-12)
  kernel=$cache/kernel-$name-$key
  if [[ -e $kernel/release ]]; then
    return
  fi
  say "fetching kernel $name from Debian $(suite_of "$name")"
  rm -rf "$cache/kernel-$name"-*
  work=$(mktemp -d "$cache/work.XXXXXX")
  fetch_kernel "$name" "$work" > "$cache/kernel-$name.log" 2>&1 || {
    tail -n 20 "$cache/kernel-$name.log" >&2
    die "fetching kernel $name failed; see $cache/kernel-$name.log"
  }
  # Since Debian 13 the modules are in /usr/lib, and newer kernels keep vmlinuz beside them.
  tree=$work/tree
  if [[ ! -d $tree/lib/modules ]]; then
    mkdir -p "$tree/lib"
    mv "$tree/usr/lib/modules" "$tree/lib/modules"
  fi
  release=$(ls "$tree/lib/modules")
  mkdir "$work/out"
  cp "$(find "$tree/boot" "$tree/lib/modules/$release" -maxdepth 1 -name 'vmlinuz*' 2> /dev/null | head -n 1)" \
    "$work/out/vmlinuz"
  depmod -b "$tree" "$release"
  for module in "${modules[@]}"; do
    modprobe -d "$tree" -S "$release" --show-depends "$module" 2> /dev/null ||
      echo "no module $module" >> "$cache/kernel-$name.log"
  done | awk '$1 == "insmod" && !seen[$2]++ {print $2}' > "$work/wanted"
  mkdir -p "$work/few/lib/modules/$release"
  cp "$tree/lib/modules/$release"/modules.{builtin,builtin.modinfo,order} "$work/few/lib/modules/$release/"
  while read -r file; do
    file=${file#"$tree/"}
    mkdir -p "$work/few/${file%/*}"
    case $file in
      *.xz) xz -dc "$tree/$file" > "$work/few/${file%.xz}" ;;
      *) cp "$tree/$file" "$work/few/$file" ;;
    esac
  done < "$work/wanted"
  depmod -b "$work/few" "$release"
  make_initrd "$work/few" "$release" "$work/initrd" "$work/out/initrd.cpio"
  tar -C "$work/few" --owner=0 --group=0 -cf "$work/out/modules.tar" lib
  echo "$release" > "$work/out/release"
  mv "$work/out" "$kernel"
  rm -rf "$work"
}

# make_initrd MODULES-ROOT RELEASE WORK OUT: busybox and what it takes to mount the root disk. The lab's own
# files are not in it, start_guest adds them as a second archive.
make_initrd() {
  local root=$1 release=$2 work=$3 out=$4 module file
  mkdir -p "$work/bin" "$work/modules"
  tar -xOf "$base" ./bin/busybox > "$work/bin/busybox" 2> /dev/null ||
    tar -xOf "$base" ./usr/bin/busybox > "$work/bin/busybox"
  chmod 755 "$work/bin/busybox"
  for module in "${boot_modules[@]}"; do
    modprobe -d "$root" -S "$release" --show-depends "$module" 2> /dev/null || true
  done | awk '$1 == "insmod" && !seen[$2]++ {print $2}' | while read -r file; do
    cp "$file" "$work/modules/"
    echo "${file##*/}"
  done > "$work/order"
  mv "$work/order" "$work/modules/order"
  (cd "$work" && find . | cpio --quiet -o -H newc -R 0:0) > "$out"
}

# make_image: sets $image to the root disk for $base, $java and $kernel.
make_image() {
  local key work
  key=$(echo "${base##*/} ${java##*/} ${kernel##*/} $(declare -f make_image unpack_image)" | sha256sum | cut -c1-12)
  image=$cache/root-${kernel##*/kernel-}-$key.img
  if [[ ! -e $image ]]; then
    say "making the root disk for kernel $(< "$kernel/release")"
    rm -f "$cache/root-${kernel##*/kernel-}"-*
    work=$(mktemp -d "$cache/work.XXXXXX")
    export -f unpack_image
    as_root bash -euc 'unpack_image "$@"' - "$work/root" "$base" "$kernel/modules.tar" "$java" "$work/root.img"
    mv "$work/root.img" "$image"
    as_root rm -rf "$work"
  fi
}

unpack_image() {
  local root=$1 base_tar=$2 modules_tar=$3 java=$4 out=$5
  mkdir "$root"
  tar -C "$root" -xf "$base_tar" --exclude=./dev/*
  # The modules' lib may be a link to usr/lib in the root.
  tar -C "$root" --keep-directory-symlink -xf "$modules_tar"
  cp -a "$java" "$root/usr/local/lib/lab/jre"
  chown -R 0:0 "$root/usr/local/lib/lab"
  mke2fs -q -t ext4 -E lazy_itable_init=0,lazy_journal_init=0 -d "$root" "$out" 1800M > /dev/null
}

# build KERNEL-NAME: everything a guest is started from.
build() {
  [[ -n $mirror ]] || die "apt names no Debian mirror on this machine: give one by LAB_MIRROR"
  require_packages
  # What an earlier run left that was interrupted.
  as_root rm -rf "$cache"/work.*
  make_keys
  make_base
  make_java
  make_kernel "$1"
  make_image
}
