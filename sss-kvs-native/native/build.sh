#!/bin/bash
# Builds libsss-kvs.so:  bash native/build.sh JAVA_HOME TARGET_DIR
# Tokyo Cabinet comes from $TOKYOCABINET_HOME, else from the installed package, else from a download
# into TARGET_DIR that needs no root. Says in one line what to install when something is missing.
set -euo pipefail
cd "$(dirname "$0")"
java_home=$1
target=$2
arch=$(uname -m)
output=$target/classes/org/sss/kvs/native/linux-$arch/libsss-kvs.so
download=$target/tokyocabinet

fail() {
    echo "sss-kvs-native: $*" >&2
    exit 1
}

# jni.h is in the JDK itself, or one level up when java.home is a jre directory.
find_jni() {
    local dir
    for dir in "$java_home/include" "$java_home/../include"; do
        if [[ -f $dir/jni.h && -f $dir/linux/jni_md.h ]]; then
            jni=$dir
            return
        fi
    done
    fail "no jni.h under $java_home/include; install a full JDK (Debian: apt-get install openjdk-17-jdk-headless)"
}

# Sets include and archive when DIR/include and one of the given library directories have both files.
try_tokyocabinet() {
    local dir=$1 lib
    for lib in "$dir/lib" "$dir"/lib/*-linux-gnu; do
        if [[ -f $dir/include/tcbdb.h && -f $lib/libtokyocabinet.a ]]; then
            include=$dir/include
            archive=$lib/libtokyocabinet.a
            return 0
        fi
    done
    return 1
}

# The distribution's package, unpacked and not installed. A fresh machine has no package lists: then get private ones.
download_tokyocabinet() {
    local own=("-o" "APT::Sandbox::User=$(id -un)")
    mkdir -p "$download"
    cd "$download"
    if ! apt-get "${own[@]}" download libtokyocabinet-dev >apt.log 2>&1; then
        mkdir -p apt/state/lists/partial apt/cache/archives/partial
        own+=(-o "Dir::State=$PWD/apt/state" -o "Dir::State::lists=$PWD/apt/state/lists"
              -o "Dir::State::status=/var/lib/dpkg/status" -o "Dir::Cache=$PWD/apt/cache")
        apt-get "${own[@]}" update >>apt.log 2>&1 &&
            apt-get "${own[@]}" download libtokyocabinet-dev >>apt.log 2>&1 || return 1
    fi
    dpkg -x libtokyocabinet-dev_*.deb . >>apt.log 2>&1 || return 1
    rm -rf apt
    cd - >/dev/null
}

find_tokyocabinet() {
    if [[ -n ${TOKYOCABINET_HOME:-} ]]; then
        try_tokyocabinet "$TOKYOCABINET_HOME" ||
            fail "no include/tcbdb.h and lib/libtokyocabinet.a in tokyocabinet.home=$TOKYOCABINET_HOME"
        return
    fi
    try_tokyocabinet /usr && return
    try_tokyocabinet "$download/usr" && return
    if command -v apt-get >/dev/null && command -v dpkg >/dev/null; then
        (download_tokyocabinet) || true
    fi
    try_tokyocabinet "$download/usr" ||
        fail "no Tokyo Cabinet; run: apt-get install libtokyocabinet-dev, or give -Dtokyocabinet.home=DIR"
}

check_compiler() {
    command -v gcc >/dev/null || fail "no gcc; run: apt-get install gcc libc6-dev"
    echo '#include <stdlib.h>' | gcc -E -x c - >/dev/null 2>&1 ||
        fail "no C library headers; run: apt-get install libc6-dev"
}

# True when the library is newer than everything that it is made of, and was made with the same settings.
up_to_date() {
    local source
    [[ -f $output && $(cat "$target/native-settings" 2>/dev/null) == "$settings" ]] || return 1
    for source in ./* "$archive" "$target"/native-headers/*.h; do
        [[ $output -nt $source ]] || return 1
    done
}

find_jni
find_tokyocabinet
settings="$jni $archive $arch"
if up_to_date; then
    exit 0
fi
check_compiler
mkdir -p "$(dirname "$output")"
# libz and libbz2 are named by file because only their -dev packages have the plain .so links. For --wrap see io.c.
gcc -std=gnu11 -O2 -fPIC -shared -Wall -Wextra -Werror -fvisibility=hidden -fno-strict-aliasing \
    -I"$jni" -I"$jni/linux" -isystem "$include" -I"$target/native-headers" \
    -o "$output.new" ./*.c \
    "$archive" -l:libz.so.1 -l:libbz2.so.1.0 -lm -lpthread -Wl,-z,defs -Wl,--exclude-libs,ALL \
    -Wl,--wrap=pread,--wrap=pread64,--wrap=pwrite,--wrap=pwrite64,--wrap=sched_yield ||
    fail "compiling native/*.c failed (see the lines above)"
mv "$output.new" "$output"
printf '%s' "$settings" >"$target/native-settings"
echo "sss-kvs-native: built $output with $archive"
