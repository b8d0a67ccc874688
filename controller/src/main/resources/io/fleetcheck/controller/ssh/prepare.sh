# The second part of start.sh, for a host that is not as the last run left it, or is looked at closely:
# finds a Java or asks for one, finds a place for the agent and asks for that; sets java, version and
# home, or ends.

# look PATH: sets mode, owner and group of what stands there, itself if it is a link.
look() {
  entry=$(ls -ldn -- "$1" 2>/dev/null) || return 1;
  set -f; set -- $entry; set +f;
  mode=$1; owner=$3; group=$4;
};

# Whether nobody but root can replace a file: it and all directories above are root's.
roots() {
  at=$1; set --;
  while :; do set -- "$@" "$at"; [ "$at" = / ] && break; at=${at%/*}; at=${at:-/}; done;
  but=$others;
  none_but "$@" && return 0;
  for at in "$@"; do
    look "$at" || return 1;
    [ "$owner" = 0 ] || { why="$at belongs to user $owner"; return 1; };
    case $mode in
      ????????w*) why="$at is writable by everybody"; return 1;;
      ?????w*) [ "$group" = 0 ] || { why="$at is writable by group $group"; return 1; };;
    esac;
  done;
};

# java_at PATH: whether it will do; sets java and version, or why.
java_at() {
  why=missing; version=;
  java=$(readlink -f -- "$1" 2>/dev/null) || return 1;
  [ -f "$java" ] || return 1;
  [ -x "$java" ] || { why="not executable"; return 1; };
  if [ "$uid" = 0 ] && [ "$1" != "$prefer" ]; then
    roots "$java" || { why="not safe for root: $why"; return 1; };
  fi;
  release "${java%/bin/java}";
  [ -n "$version" ] || version=$("$java" -version 2>&1 </dev/null | sed -n "s/.* version \"\([^\"]*\)\".*/\1/p" | head -n 1);
  major=${version%%[!0-9]*};
  [ -n "$major" ] || { why="does not tell its version"; return 1; };
  [ "$major" -ge "$least" ] || { why="version $version, older than $least"; return 1; };
};

# Whether the copy in a directory is ours, private and whole.
cached() {
  but=$ours;
  none_but "$1" "$1/$name" && hash "$1/$name" "$sha";
};

# Whether a directory is our own and nobody else gets in.
private() {
  look "$1" || return 1;
  case $mode in drwx------*) [ "$owner" = "$uid" ];; *) return 1;; esac;
};

# place DIR PARENT: makes a private directory in which the agent fits; sets why where it cannot.
place() {
  why="cannot be created";
  if [ "$2" = sticky ]; then
    look "${1%/*}" || return 1;
    case $mode in d????????[tT]*) [ "$owner" = 0 ] || return 1;; *) why="its parent is not a sticky directory of root"; return 1;; esac;
  else
    mkdir -p -- "${1%/*}" 2>/dev/null || return 1;
    if [ "$uid" = 0 ]; then roots "${1%/*}" || return 1; fi;
  fi;
  look "$1" || mkdir -m 700 -- "$1" 2>/dev/null || return 1;
  private "$1" || { why="is not a directory of our own with mode 0700"; return 1; };
  why="no space, or read-only";
  new="$1/.$name.$$";
  head -c "$size" /dev/zero 2>/dev/null > "$new" && look "$new" && return 0;
  rm -f -- "$new"; return 1;
};

found=;
for candidate in "$prefer" "$(command -v java)" "${JAVA_HOME:-/nonexistent}/bin/java" /usr/lib/jvm/*/bin/java /usr/lib64/jvm/*/bin/java /usr/java/*/bin/java /usr/local/*/bin/java /opt/*/bin/java /opt/*/*/bin/java; do
  case $candidate in ""|*"*"*|/nonexistent/*) continue;; esac;
  if java_at "$candidate"; then found=$java; break; fi;
  [ "$why" = missing ] || say candidate "$candidate: $why";
done;
java=$found;

# bring: sets java to that of the runtime, which is asked for unless it is there.
bring() {
  name=runtime-$archive; size=$archive_size;
  for directory in "$first" /var/tmp/fleetcheck-$uid /tmp/fleetcheck-$uid /dev/shm/fleetcheck-$uid; do
    if whole "$directory/$name" && executes "$directory"; then touch "$directory/$name"; return 0; fi;
  done;
  parent=ours;
  for directory in "$first" /var/tmp/fleetcheck-$uid /tmp/fleetcheck-$uid /dev/shm/fleetcheck-$uid; do
    new=;
    if place "$directory" $parent && executes "$directory" && roomy "$directory"; then
      find "$directory" -maxdepth 1 -name "*runtime-*" -mtime +60 -exec rm -rf {} + 2>/dev/null;
      say runtime "$directory";
      head -c "$size" | dd of="$new" bs=65536 conv=notrunc 2>/dev/null;
      unpack "$directory" && return 0;
      rm -rf -- "$new" "$new.d";
    fi;
    [ -z "$new" ] || rm -f -- "$new";
    say refused "$directory: $why";
    parent=sticky;
  done;
  return 1;
};

# unpack DIR: the archive $new to its final name in there.
unpack() {
  why="the archive did not arrive whole";
  hash "$new" "$archive" || return 1;
  why="tar and gzip could not unpack the archive";
  mkdir -m 700 -- "$new.d" && gzip -dc < "$new" 2>/dev/null | tar -xof - -C "$new.d" 2>/dev/null && chmod 700 -- "$new.d" || return 1;
  rm -f -- "$new";
  home_in "$new.d" || return 1;
  said=$("$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx64m -version 2>&1 </dev/null) || { why="its Java does not run there: $(printf "%s" "$said" | tail -n 1)"; return 1; };
  : > "$new.d/fleetcheck-files";
  files=$(find "$new.d" -type f | wc -l | tr -d " ");
  echo "$files" > "$new.d/fleetcheck-files";
  why="the unpacked runtime could not be given its name";
  whole "$1/$name" || { rm -rf -- "$1/$name"; mv -- "$new.d" "$1/$name" 2>/dev/null; };
  rm -rf -- "$new.d";
  whole "$1/$name";
};

# whole DIR: whether a runtime there is ours and has lost no file to whoever tidies up; sets java.
whole() {
  private "$1" && [ "$(cat "$1/fleetcheck-files" 2>/dev/null)" = "$(find "$1" -type f | wc -l | tr -d " ")" ] && home_in "$1";
};

# home_in DIR: sets java, and its version.
home_in() {
  why="there is no bin/java in the archive";
  for java in "$1"/bin/java "$1"/*/bin/java; do
    [ -f "$java" ] && [ -x "$java" ] || continue;
    release "${java%/bin/java}";
    return 0;
  done;
  java=; return 1;
};

# executes DIR: whether programs may be run from there, which noexec and other rules forbid.
executes() {
  why="programs may not be executed there (mounted noexec?)";
  try="$1/.try.$$";
  printf "#!/bin/sh\nexit 0\n" 2>/dev/null > "$try" && chmod 700 -- "$try" && "$try" 2>/dev/null;
  tried=$?;
  rm -f -- "$try";
  return $tried;
};

# roomy DIR: whether the unpacked runtime fits.
roomy() {
  set -f; set -- $(df -Pk -- "$1" 2>/dev/null | tail -n 1); set +f;
  why="$((${4:-0} / 1024)) MiB free, and its Java needs $((archive_kib / 1024)) MiB";
  [ "${4:-0}" -gt "$archive_kib" ];
};

jar_size=$size;
if [ -z "$java" ]; then
  libc=$(getconf GNU_LIBC_VERSION 2>/dev/null) || libc=$(ldd --version 2>&1 | head -n 1);
  case $libc in
    "glibc "*) ;;
    *musl*) libc=musl;;
    *GLIBC*|*"GNU libc"*) libc="glibc ${libc##* }";;
    *) libc=unknown; for file in /lib/ld-musl-*; do [ -e "$file" ] && libc=musl; done;;
  esac;
  bits=; [ "$(getconf LONG_BIT 2>/dev/null)" != 32 ] || bits=-32bit;
  say nojava "$(uname -m)$bits $libc";
  IFS=" " read -r archive archive_size archive_kib;
  [ -n "$archive_kib" ] || exit 0;
  bring || { say noplace runtime; exit 0; };
fi;
size=$jar_size;

name=agent-$sha.jar;
home=;
for directory in "$first" /var/tmp/fleetcheck-$uid /tmp/fleetcheck-$uid /dev/shm/fleetcheck-$uid; do
  if cached "$directory"; then home=$directory; break; fi;
done;
if [ -z "$home" ]; then
  parent=ours;
  for directory in "$first" /var/tmp/fleetcheck-$uid /tmp/fleetcheck-$uid /dev/shm/fleetcheck-$uid; do
    if place "$directory" $parent; then home=$directory; break; fi;
    say refused "$directory: $why";
    parent=sticky;
  done;
  [ -n "$home" ] || { say noplace agent; exit 0; };
  find "$home" -type f -name "*agent-*.jar*" -mtime +60 -exec rm -f {} + 2>/dev/null;
  say push "$home";
  head -c "$size" | dd of="$new" bs=65536 conv=notrunc 2>/dev/null;
  if hash "$new" "$sha" && mv -f -- "$new" "$home/$name"; then
    say stored "$home";
  else
    rm -f -- "$new";
    say damaged "$home"; exit 0;
  fi;
fi;
: examination;
