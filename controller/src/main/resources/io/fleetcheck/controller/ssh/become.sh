# The login user's part where another user is to be become; `user`, `method`, `mark`, `command` and
# `ask` (whether a password may be asked for) are set before, sudo or su and its first flags are the
# arguments. Ends as that user's shell, which
# says so and evaluates one more line: the start script.
login=$(id -un);
printf '\n%s shell %s\n' "$mark" "$login";
if [ "$login" = "$user" ]; then
  exec /bin/sh -c "$command";
fi;
if ! command -v "$1" > /dev/null; then
  echo "there is no $1 in $PATH" >&2;
  exit 1;
fi;
LC_ALL=C; export LC_ALL;
if [ "$method" = su ]; then
  printf '%s su\n' "$mark" >&2;
  exec "$@" -s /bin/sh -c "exec 1>&3 3>&-; $command" "$user" 3>&1 1>&2;
elif [ "$ask" = yes ]; then
  exec "$@" -S -p "$mark password" -u "$user" -- /bin/sh -c "$command";
else
  exec "$@" -n -u "$user" -- /bin/sh -c "$command";
fi
