#!/bin/bash
# Builds the rival that is a C program:  bash build.sh TARGET_DIR KVS_TARGET_DIR
# Takes the same Tokyo Cabinet as sss-kvs-native, which finds or fetches it before: from $TOKYOCABINET_HOME, else from the
# installed package, else from KVS_TARGET_DIR/tokyocabinet, or tokyocabinet-PROCESSOR after a build of the release.
set -euo pipefail
cd "$(dirname "$0")"
target=$1
fetched=$2/tokyocabinet
output=$target/classes/org/sss/benchmarks/native/linux-$(uname -m)/tokyo

fail() {
    echo "benchmarks: $*" >&2
    exit 1
}

for home in ${TOKYOCABINET_HOME:-/usr "$fetched/usr" "$fetched-$(uname -m)/usr"}; do
    for lib in "$home/lib" "$home/lib/$(uname -m)-linux-gnu"; do
        if [[ -z ${archive:-} && -f $home/include/tcbdb.h && -f $lib/libtokyocabinet.a ]]; then
            include=$home/include
            archive=$lib/libtokyocabinet.a
        fi
    done
done
[[ -n ${archive:-} ]] || fail "no Tokyo Cabinet for $(uname -m) in ${TOKYOCABINET_HOME:-/usr, $fetched/usr or $fetched-$(uname -m)/usr}; build sss-kvs-native first, which fetches it"

if [[ -f $output ]]; then
    newer=$(find . "$archive" -newer "$output" -type f)
    [[ -n $newer ]] || exit 0
fi
command -v gcc >/dev/null || fail "no gcc; run: apt-get install gcc libc6-dev"
mkdir -p "$(dirname "$output")"
gcc -std=gnu11 -O2 -Wall -Wextra -Werror -isystem "$include" -Wl,--wrap=sched_yield -o "$output.new" ./*.c \
    "$archive" -l:libz.so.1 -l:libbz2.so.1.0 -lm -lpthread || fail "compiling src/main/native/*.c failed (see the lines above)"
mv "$output.new" "$output"
