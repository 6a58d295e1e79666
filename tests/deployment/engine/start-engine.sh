#!/bin/sh
# Runs dockerd in namespaces of its own until SIGTERM: start-engine.sh ROOT DATA RUN SHARED…
# ROOT: a file system with dockerd and slirp4netns. DATA: its images. RUN: its socket and logs. SHARED: folders of this
# machine that are visible under the same path. When this process or the next one ends, the kernel ends everything that
# runs in the namespaces and removes their mounts.
set -eu

if [ "${1:-}" != inside ]; then
  unshare --mount --pid --fork --ipc --uts --kill-child sh "$0" inside "$@" &
  engine=$!
  end() {
    tries=0
    while kill -0 $engine 2>/dev/null && [ $tries -lt 40 ]; do sleep 0.1; tries=$((tries + 1)); done
    kill -KILL $engine 2>/dev/null || true
  }
  trap end TERM INT HUP
  wait $engine || true
  end
  rm -rf "$3"
  # Control groups are no namespace's: empty ones would remain.
  group=$(basename "$3")
  for controller in /sys/fs/cgroup /sys/fs/cgroup/*; do
    [ ! -d "$controller/$group" ] || find "$controller/$group" -depth -type d -exec rmdir {} + || true
  done
  exit 0
fi

root=$2 data=$3 run=$4
shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
# With this mount inside, runc takes a machine with the first version of control groups for one with both.
if mountpoint -q "$root/sys/fs/cgroup/unified"; then umount "$root/sys/fs/cgroup/unified"; fi
for folder in "$@"; do
  mkdir -p "$root$folder"
  mount --bind "$folder" "$root$folder"
done
cat /etc/resolv.conf > "$root/etc/resolv.conf"
hostname deployment
cd "$root"
mkdir -p .outside
pivot_root . .outside
umount -l /.outside

# Nothing of an earlier run is continued: only its images are kept.
rm -rf "$data/containers" "$data/network" "$data/volumes"

trap 'kill -TERM $(cat /run/docker.pid 2>/dev/null) 2>/dev/null || true' TERM INT HUP
unshare --net sh -c '
  ip link set lo up
  touch /run/engine.net
  mount --bind /proc/self/ns/net /run/engine.net
  echo $$ > /run/network.pid
  while [ ! -e /run/network.ready ]; do sleep 0.05; done
  exec dockerd --data-root "$1" --exec-root /run/docker --pidfile /run/docker.pid --host "unix://$2/docker.sock" \
    --exec-opt native.cgroupdriver=cgroupfs --cgroup-parent "/$(basename "$2")" --dns 10.0.2.3 > "$2/dockerd.log" 2>&1
' sh "$data" "$run" &
dockerd=$!
while [ ! -s /run/network.pid ]; do sleep 0.05; done
# A network in user space: this machine gets no interface, no address and no firewall rule for it.
slirp4netns --configure --mtu=1400 --disable-host-loopback "$(cat /run/network.pid)" tap0 \
  > "$run/network.log" 2>&1 &
while ! nsenter --net=/run/engine.net ip -4 address show tap0 2>/dev/null | grep -q inet; do
  sleep 0.05
done
touch /run/network.ready
while kill -0 $dockerd 2>/dev/null; do wait $dockerd || true; done
