#!/bin/bash
# In the virtual machine: two processes exchange data by RDMA, then one of them is killed during a transfer.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root UCX_LOG_LEVEL=error UCX_UD_VERBS_ETH_DGID_CHECK=n
cd /tmp || exit 1
ip link add d0 type veth peer name d1
ip addr add 10.9.0.1/24 dev d0
ip link set d0 up
ip link set d1 up
rdma link add rxe0 type rxe netdev d0 || exit 1
rdma link show
ulimit -l unlimited
ulimit -c 0
packets() { cat /sys/class/infiniband/rxe0/ports/1/hw_counters/sent_pkts; }
peer=(java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m --enable-native-access=ALL-UNNAMED -Djava.net.preferIPv4Stack=true
    -Dlogback.configurationFile=/tmp/x/logback.xml
    -cp "$(cat /tmp/x/classpath)" org.sss.net.transport.ucx.UcxPeer)
serve() { # into the file $1
    mkfifo "$1.in"
    sleep 1000 > "$1.in" &
    "${peer[@]}" serve rc rxe0:1 < "$1.in" > "$1" 2>&1 &
    port=
    for _ in $(seq 200); do
        [ -f "$1" ] && port=$(sed -n 's/^port //p' "$1")
        [ -n "$port" ] && return
        sleep 0.2
    done
    cat "$1"
}

kill_server() { # and not the shell that started it
    for process in /proc/[0-9]*; do
        { tr '\0' ' ' < "$process/cmdline"; } 2> /dev/null | grep -q 'UcxPeer serve rc' && kill -9 "${process#/proc/}" 2> /dev/null
    done
}

echo "== 8 MiB by rc on rxe0"
serve one
before=$(packets)
timeout 60 "${peer[@]}" send rc rxe0:1 "$port" 8 > sent 2>&1
code=$?
after=$(packets)
cat sent
[ $code = 0 ] || cat one
echo "exit code $code; packets that rxe0 has sent: $before before, $after after"

echo "== the receiver is killed during a transfer"
timeout 60 "${peer[@]}" send rc rxe0:1 "$port" 4096 > killed 2>&1 &
sender=$!
start=$(packets)
for _ in $(seq 100); do
    [ $(($(packets) - start)) -gt 1500 ] && break
    sleep 0.2
done
echo "killed after $(($(packets) - start)) packets"
kill_server
wait $sender
killed=$?
grep -E 'SssException|Caused' killed | head -3 | cut -c1-200
echo "the sender ended with code $killed"
cut -d' ' -f1 /proc/uptime
[ $code = 0 ] && grep -q 'the same bytes arrived' sent && [ $((after - before)) -gt 4000 ] && [ $killed = 1 ] && grep -q 'SssException: the connection with .* was lost: ' killed \
    && echo 'SOFTROCE PASSED'
