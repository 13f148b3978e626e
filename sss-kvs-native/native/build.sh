#!/bin/bash
# Builds libsss-kvs.so:  bash native/build.sh JAVA_HOME TARGET_DIR [local | release]
#   local    for this machine, by gcc, with the installed C library
#   release  for x86-64 and aarch64, by zig, for glibc 2.28 and newer; zig is $ZIG, or in PATH, or comes from PyPI into TARGET_DIR
# Tokyo Cabinet comes from $TOKYOCABINET_HOME, else from the installed package, else from a download
# into TARGET_DIR that needs no root. Says in one line what to install when something is missing.
set -euo pipefail
cd "$(dirname "$0")"
java_home=$1
target=$2
mode=${3:-local}
libraries=$target/classes/org/sss/kvs/library/native
zig_version=$(sed -n 's/^ziglang==\([^ ]*\).*/\1/p' zig.txt)
glibc=2.28
without_zig='set ZIG to the command, or run: apt-get install python3-pip; -Dnative.build=local needs gcc only and builds for this processor'

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
    shift
    for lib in "${@/#/$dir/}"; do
        if [[ -f $dir/include/tcbdb.h && -f $lib/libtokyocabinet.a ]]; then
            include=$dir/include
            archive=$lib/libtokyocabinet.a
            return 0
        fi
    done
    return 1
}

# The distribution's package for processor $1 in its words, unpacked into $2 and not installed. A fresh machine has no package
# lists, and no machine has those of another processor: then get private ones.
download_tokyocabinet() {
    local architecture=$1 directory=$2 own=("-o" "APT::Sandbox::User=$(id -un)") status=/var/lib/dpkg/status
    command -v apt-get >/dev/null && command -v dpkg >/dev/null || return 1
    mkdir -p "$directory"
    cd "$directory"
    rm -f ./*.deb
    if [[ $architecture != "$(dpkg --print-architecture)" ]] ||
            ! apt-get "${own[@]}" download libtokyocabinet-dev >apt.log 2>&1; then
        mkdir -p apt/state/lists/partial apt/cache/archives/partial
        [[ $architecture == "$(dpkg --print-architecture)" ]] || status=$PWD/apt/status
        [[ -e $status ]] || : >"$status"
        own+=(-o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture"
              -o "Dir::State=$PWD/apt/state" -o "Dir::State::lists=$PWD/apt/state/lists"
              -o "Dir::State::status=$status" -o "Dir::Cache=$PWD/apt/cache")
        apt-get "${own[@]}" update >>apt.log 2>&1 &&
            apt-get "${own[@]}" download libtokyocabinet-dev >>apt.log 2>&1 || return 1
    fi
    dpkg -x libtokyocabinet-dev_*.deb . >>apt.log 2>&1 || return 1
    rm -rf apt
}

# Whether the package in $1 is one that SSS was tested with. The lists of the distribution are signed, so another version is fine for
# this machine, but not for a release.
check_package() {
    local package sum
    for package in "$1"/*.deb; do
        [[ -f $package ]] || return 0
        sum=$(sha256sum <"$package")
        grep -q "^${sum%% *} " tokyocabinet.sha256 && continue
        [[ $mode == local || ${TOKYOCABINET_ANY:-} == 1 ]] ||
            fail "${package##*/} has the SHA-256 ${sum%% *}, which is not in native/tokyocabinet.sha256; check it and add it there, set" \
                "TOKYOCABINET_ANY=1 to use it, or give -Dtokyocabinet.home=DIR"
        echo "sss-kvs-native: ${package##*/} is another version than those in native/tokyocabinet.sha256"
    done
}

find_tokyocabinet() {
    local download=$target/tokyocabinet anywhere
    anywhere=(lib "lib/$(uname -m)-linux-gnu")
    if [[ -n ${TOKYOCABINET_HOME:-} ]]; then
        try_tokyocabinet "$TOKYOCABINET_HOME" "${anywhere[@]}" ||
            fail "no include/tcbdb.h and lib/libtokyocabinet.a in tokyocabinet.home=$TOKYOCABINET_HOME"
        return
    fi
    try_tokyocabinet /usr "${anywhere[@]}" && return
    try_tokyocabinet "$download/usr" "${anywhere[@]}" && check_package "$download" && return
    (download_tokyocabinet "$(dpkg --print-architecture 2>/dev/null)" "$download") || true
    try_tokyocabinet "$download/usr" "${anywhere[@]}" ||
        fail "no Tokyo Cabinet; run: apt-get install libtokyocabinet-dev, or give -Dtokyocabinet.home=DIR"
    check_package "$download"
}

# As in find_tokyocabinet for processor $1, which Debian calls $2; an installed package of this machine is of no use for another.
find_tokyocabinet_of() {
    local processor=$1 download=$target/tokyocabinet-$1
    if [[ -n ${TOKYOCABINET_HOME:-} ]]; then
        try_tokyocabinet "$TOKYOCABINET_HOME" "lib/$processor-linux-gnu" ||
            fail "no include/tcbdb.h and lib/$processor-linux-gnu/libtokyocabinet.a in tokyocabinet.home=$TOKYOCABINET_HOME"
        return
    fi
    try_tokyocabinet "$download/usr" "lib/$processor-linux-gnu" && check_package "$download" && return
    (download_tokyocabinet "$2" "$download") || true
    try_tokyocabinet "$download/usr" "lib/$processor-linux-gnu" ||
        fail "no Tokyo Cabinet for $processor (see $download/apt.log); give -Dtokyocabinet.home=DIR with lib/$processor-linux-gnu/libtokyocabinet.a"
    check_package "$download"
}

check_compiler() {
    command -v gcc >/dev/null || fail "no gcc; run: apt-get install gcc libc6-dev"
    echo '#include <stdlib.h>' | gcc -E -x c - >/dev/null 2>&1 ||
        fail "no C library headers; run: apt-get install libc6-dev"
}

# Sets zig to the command.
find_zig() {
    local own=$target/zig/ziglang/zig
    zig=${ZIG:-$(command -v zig || echo "$own")}
    [[ $zig != "$own" || -x $own ]] && return
    command -v python3 >/dev/null || fail "no zig and no python3 to fetch it; $without_zig"
    python3 -m pip install -q --target "$target/zig" --require-hashes --only-binary :all: -r zig.txt >"$target/zig.log" 2>&1 ||
        fail "no zig, and pip cannot fetch ziglang $zig_version: $(tail -n 1 "$target/zig.log"); $without_zig"
}

# True when library $1 is newer than everything that it is made of, and all were made with the same settings.
up_to_date() {
    local source
    [[ -f $1 && $(cat "$target/native-settings" 2>/dev/null) == "$settings" ]] || return 1
    for source in ./* "$archive" "$target"/native-headers/*.h; do
        [[ $1 -nt $source ]] || return 1
    done
}

# Makes library $1 with a compiler. For --wrap see io.c, for what of zlib and bzip2 is missing codecs.c.
compile() {
    local output=$1
    shift
    mkdir -p "$(dirname "$output")"
    "$@" -std=gnu11 -O2 -fPIC -shared -Wall -Wextra -Werror -fvisibility=hidden -fno-strict-aliasing \
        -I"$jni" -I"$jni/linux" -isystem "$include" -I"$target/native-headers" \
        -o "$output.new" ./*.c "$archive" -lm -lpthread -Wl,-z,defs -Wl,--version-script=exports.map \
        -Wl,--wrap=pread,--wrap=pread64,--wrap=pwrite,--wrap=pwrite64,--wrap=sched_yield ||
        fail "compiling native/*.c failed (see the lines above)"
    mv "$output.new" "$output"
    echo "sss-kvs-native: built $output with $archive"
}

# Fails when library $1 needs a symbol of glibc that is newer than the requested one.
check_glibc() {
    local newest
    newest=$(readelf -V "$1" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
    [[ $(printf '%s\n' "$newest" "GLIBC_$glibc" | sort -V | tail -n 1) == "GLIBC_$glibc" ]] ||
        fail "$1 needs $newest; it is to run with glibc $glibc"
}

# Libraries of other processors or another compiler must not stay in the jar. The settings are those of all that are there.
remove_stale() {
    [[ $(cat "$target/native-settings" 2>/dev/null) == "$settings" ]] || rm -rf "$libraries"
    rm -f "$target/native-settings"
}

build_local() {
    local output
    output=$libraries/linux-$(uname -m)/libsss-kvs.so
    find_tokyocabinet
    settings="$jni $archive $(uname -m)"
    if up_to_date "$output"; then
        return
    fi
    check_compiler
    remove_stale
    compile "$output" gcc
}

build_release() {
    local processor output
    settings="$jni release zig $zig_version glibc $glibc ${TOKYOCABINET_HOME:-}"
    find_tokyocabinet_of x86_64 amd64
    if up_to_date "$libraries/linux-x86_64/libsss-kvs.so"; then
        find_tokyocabinet_of aarch64 arm64
        if up_to_date "$libraries/linux-aarch64/libsss-kvs.so"; then
            return
        fi
    fi
    find_zig
    command -v readelf >/dev/null || fail "no readelf; run: apt-get install binutils"
    remove_stale
    export ZIG_GLOBAL_CACHE_DIR=$target/zig-cache ZIG_LOCAL_CACHE_DIR=$target/zig-cache
    for processor in x86_64:amd64 aarch64:arm64; do
        find_tokyocabinet_of "${processor%:*}" "${processor#*:}"
        output=$libraries/linux-${processor%:*}/libsss-kvs.so
        compile "$output" "$zig" cc -target "${processor%:*}-linux-gnu.$glibc" -s
        check_glibc "$output"
    done
}

find_jni
case $mode in
    local | release) "build_$mode" ;;
    *) fail "unknown mode '$mode'; local or release" ;;
esac
printf '%s' "$settings" >"$target/native-settings"
