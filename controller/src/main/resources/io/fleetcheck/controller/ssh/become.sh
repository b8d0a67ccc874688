# The login user's part where another user is to be become; `user`, `mark` and
# `ask` (whether a password may be asked for) are set before. Ends as that user's shell, which
# says so and evaluates one more line: the start script.
printf '\n%s shell %s\n' "$mark" "$(id -u)";
next='printf "\n%s became %s\n" "$0" "$(id -u)"; IFS= read -r fleetcheck; eval "$fleetcheck"';
if [ "$(id -un)" = "$user" ]; then
  exec /bin/sh -c "$next" "$mark";
fi;
if [ -z "$(command -v sudo)" ]; then
  echo "there is no sudo in $PATH" >&2;
  exit 1;
fi;
LC_ALL=C; export LC_ALL;
if [ "$ask" = yes ]; then
  exec sudo -S -p "$mark password" -u "$user" -- /bin/sh -c "$next" "$mark";
else
  exec sudo -n -u "$user" -- /bin/sh -c "$next" "$mark";
fi
