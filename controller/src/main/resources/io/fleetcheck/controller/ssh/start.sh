# Run as the user that the agent is to run as, by any POSIX shell with the usual utilities of
# coreutils or busybox. `mark`, `sha`, `size`, `least` (the oldest Java), `prefer` (a Java to look at
# first, or empty) and `quick` (empty where a closer look is wanted) are set before. Says what it
# finds in lines that start with the mark; ends with the agent's JVM, whose first input line is the
# request.
#
# A host that is as the last run left it takes three programs and one short line: a program costs as
# much as a tenth of the login, and shells read what is sent to them byte by byte. For any other host
# the word `more` asks for prepare.sh.
umask 077;
unset CDPATH;
cd /;
LC_ALL=C; export LC_ALL;
say() { printf '\n%s %s\n' "$mark" "$*"; };

# As id -u tells.
uid=;
if [ -r /proc/self/status ]; then
  while read -r key real uid rest; do [ "$key" != Uid: ] || break; uid=; done < /proc/self/status;
fi;
[ -n "$uid" ] || uid=$(id -u);
say shell "$uid";
name=agent-$sha.jar;
if [ "$uid" = 0 ]; then first=/var/lib/fleetcheck/agent; else first=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/fleetcheck; fi;

# none_but PATH...: whether all are there, and find has none to tell of by the test in `but`.
none_but() {
  set -f; odd=$(find "$@" -prune $but 2>&1); told=$?; set +f;
  [ "$told" = 0 ] && [ -z "$odd" ];
};

# release HOME: sets version to what a Java installed there says of itself, or to nothing.
release() {
  version=;
  [ -r "$1/release" ] && while IFS="=" read -r key value; do
    [ "$key" = JAVA_VERSION ] && { version=${value#?}; version=${version%?}; break; };
  done < "$1/release";
};

# hash FILE SHA-256: whether it has that.
hash() {
  sum=$(sha256sum < "$1" 2>/dev/null) || sum=$(openssl dgst -sha256 -r < "$1" 2>/dev/null);
  [ "${sum%%[!0-9a-f]*}" = "$2" ];
};

# What find is to tell of a copy of the agent, and of what leads to a Java of root's.
ours="! ( -user $uid ( -type d -perm 0700 -o -type f -perm 0600 ) )";
others="( ! -user 0 -o -perm -0002 -o -perm -0020 ! -group 0 )";

# Whether the first Java in the PATH will do and the agent is in the first of its places; sets java,
# version and home. It asks what prepare.sh asks, all in one.
usual() {
  java=$prefer;
  if [ -z "$java" ]; then
    set -f; IFS=:;
    for at in $PATH; do if [ -f "$at/java" ] && [ -x "$at/java" ]; then java=$at/java; break; fi; done;
    unset IFS; set +f;
  fi;
  java=$(readlink -f -- "$java" 2>/dev/null) && [ -f "$java" ] && [ -x "$java" ] || return 1;
  release "${java%/bin/java}";
  major=${version%%[!0-9]*};
  [ -n "$major" ] && [ "$major" -ge "$least" ] || return 1;
  set -- "$first" "$first/$name"; but=$ours;
  if [ "$uid" = 0 ] && [ -z "$prefer" ]; then
    but="( -path $first* $ours -o $others )";
    at=$java; while :; do set -- "$@" "$at"; [ "$at" = / ] && break; at=${at%/*}; at=${at:-/}; done;
  fi;
  none_but "$@" && hash "$first/$name" "$sha" && home=$first;
};
home=;
[ -n "$quick" ] && usual || { say more; IFS= read -r more; eval "$more"; };
say start "$java" "$version";
LC_ALL=C.UTF-8;

# The agent is a child of this shell, which outlives it to remove what it would leave if killed. A
# shell gives what runs in the background no input and no SIGINT: so the input goes another way,
# and whatever is to end this shell becomes SIGTERM for the agent.
agent=; asked=;
end() { asked=yes; [ -z "$agent" ] || kill -TERM "$agent" 2>/dev/null; };
trap end HUP INT TERM;
exec 3<&0;
"$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx64m -XX:-UsePerfData -jar "$home/$name" <&3 3<&- &
agent=$!;
exec 3<&- </dev/null;
[ -z "$asked" ] || end;

# Field 22 of its stat is its start time (proc(5)); none can take its number before it is waited for.
born=;
{ read -r stat < "/proc/$agent/stat"; } 2>/dev/null && set -- ${stat##*) } && born=${20};

# A signal to us ends a wait early; some shells forget a status that they have told.
while :; do
  asked=;
  wait "$agent" 2>/dev/null; told=$?;
  [ "$told" = 127 ] || status=$told;
  [ -n "$asked" ] || break;
done;
if [ -n "$born" ]; then
  for traces in /sys/kernel/tracing /sys/kernel/debug/tracing; do
    instance=$traces/instances/fleetcheck-$agent-$born;
    [ ! -d "$instance" ] || rmdir "$instance" 2>/dev/null;
  done;
fi;
exit "${status:-127}"
