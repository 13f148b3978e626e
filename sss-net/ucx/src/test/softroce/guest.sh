#!/bin/bash
# In the virtual machine: what run.sh was told to run, by RDMA.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root UCX_LOG_LEVEL=error UCX_UD_VERBS_ETH_DGID_CHECK=n
cd /tmp || exit 1
ip link add d0 type veth peer name d1
ip addr add 10.9.0.1/24 dev d0
ip link set d0 mtu 9000 up # for packets of 4096 bytes: emulation is slow for each packet
ip link set d1 mtu 9000 up
rdma link add rxe0 type rxe netdev d0 || exit 1
rdma link show
ulimit -l unlimited
ulimit -c 0
packets() { cat /sys/class/infiniband/rxe0/ports/1/hw_counters/sent_pkts; }
java=(java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m --enable-native-access=ALL-UNNAMED -Djava.net.preferIPv4Stack=true
    -Dlogback.configurationFile=/tmp/x/logback.xml -cp "$(cat /tmp/x/classpath)")
peer=("${java[@]}" org.sss.net.transport.ucx.UcxPeer)
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

transfer() {
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
        [ $(($(packets) - start)) -gt 500 ] && break
        sleep 0.2
    done
    echo "killed after $(($(packets) - start)) packets"
    kill_server
    wait $sender
    killed=$?
    grep -E 'SssException|Caused' killed | head -3 | cut -c1-200
    echo "the sender ended with code $killed"
    [ $code = 0 ] && grep -q 'the same bytes arrived' sent && [ $((after - before)) -gt 2000 ] && [ $killed = 1 ] \
        && grep -q 'SssException: the connection with .* was lost: ' killed
}

limited() { # to lock $1 KiB: root may lock all without the capability's removal
    (
        ulimit -l "$1"
        shift
        exec timeout 60 setpriv --bounding-set -ipc_lock --inh-caps -ipc_lock "${peer[@]}" "$@" < /dev/null 2>&1
    )
}

locked() {
    echo "== too little memory may be locked: 64 KiB, and the 8 MiB that are usual"
    serve two
    limited 64 serve rc rxe0:1 > little
    limited 8192 send rc rxe0:1 "$port" 1 > usual
    kill_server
    grep -h SssException little usual
    grep -q 'SssException: UCX cannot be used: this process may lock 64 KiB .*ulimit -l unlimited' little \
        && grep -q 'SssException: .* UCX cannot be used: Input/output error; raise the limit of locked memory .*ulimit -l unlimited' usual
}

contract() {
    echo "== the contract of all transports by rc on rxe0"
    before=$(packets)
    timeout 550 "${java[@]}" -Dsss.ucx.devices=rxe0:1 -Dsss.patience=4 -Djunit.jupiter.execution.timeout.default=3m \
        org.sss.net.transport.ucx.UcxVerbs 2>&1 | tee log | grep --line-buffered -E '^([A-Z]+ +[0-9]+ ms |class |tests: )'
    code=${PIPESTATUS[0]}
    after=$(packets)
    [ "$code" = 0 ] || grep -vE '^[A-Z]+ +[0-9]+ ms ' log | tail -200 | cut -c1-200
    echo "exit code $code; packets that rxe0 has sent: $before before, $after after"
    [ "$code" = 0 ] && grep -qE '^tests: ([1-9][0-9]*) found, \1 passed, 0 failed, 0 skipped' log && [ $((after - before)) -gt 25000 ]
}

passed=
"$(cat /tmp/x/what)" && passed='SOFTROCE PASSED'
echo "seconds since the start: $(cut -d' ' -f1 /proc/uptime)"
echo "$passed"
