#!/bin/sh
# As the official image: on an empty volume, a first mongod without a replica set creates the root user and runs the
# scripts of /docker-entrypoint-initdb.d; then mongod starts, and requires a login if there is a root user.
set -eu
if [ "${1#-}" != "$1" ]; then set -- mongod "$@"; fi
[ "$1" = mongod ] || exec "$@"

# NAME, or the content of the file that NAME_FILE names; not both.
from_file() {
  eval "value=\${$1:-} file=\${$1_FILE:-}"
  if [ -n "$value" ] && [ -n "$file" ]; then
    echo >&2 "error: both $1 and $1_FILE are set (but are exclusive)"
    exit 1
  fi
  if [ -n "$file" ]; then value=$(cat "$file"); fi
  export "$1=$value"
  unset "$1_FILE"
}
scripts=/docker-entrypoint-initdb.d
if [ -n "${MONGO_INITDB_ROOT_USERNAME:-}${MONGO_INITDB_ROOT_USERNAME_FILE:-}" ]; then
  from_file MONGO_INITDB_ROOT_USERNAME
  from_file MONGO_INITDB_ROOT_PASSWORD
  set -- "$@" --auth
  if [ ! -e /data/db/WiredTiger ]; then
    mongod --bind_ip 127.0.0.1 --port 27017 --dbpath /data/db --fork --logpath /tmp/first.log --pidfilepath /tmp/first.pid > /dev/null
    shell="mongosh --quiet --host 127.0.0.1 --port 27017"
    $shell admin --eval 'db.createUser({
      user: process.env.MONGO_INITDB_ROOT_USERNAME,
      pwd: process.env.MONGO_INITDB_ROOT_PASSWORD,
      roles: [{ role: "root", db: "admin" }],
    })' > /dev/null
    for script in "$scripts"/*; do
      case $script in
        *.js) echo "running $script"; $shell "${MONGO_INITDB_DATABASE:-test}" "$script" ;;
        *.sh) echo "running $script"; . "$script" ;;
      esac
    done
    mongod --dbpath /data/db --shutdown --pidfilepath /tmp/first.pid > /dev/null
  fi
fi
exec "$@"
