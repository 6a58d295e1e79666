# The health check of an API or worker process: succeeds when its /readyz replies 200. `bash deploy/is-ready.sh 3000`
# Without Node, whose start would cost more than the shop at rest: bash connects by itself.
exec 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
printf 'GET /readyz HTTP/1.0\r\n\r\n' >&3
read -r -t 8 _ status _ <&3
[ "$status" = 200 ]
