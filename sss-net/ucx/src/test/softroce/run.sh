#!/bin/bash
# Runs the transport ucx over real RDMA verbs: soft-RoCE (rdma_rxe) in a virtual machine with the stock kernel of Debian. Needs
# neither /dev/kvm nor an RDMA device nor a disk image: the root directory of this machine is that of the guest, read-only.
#   apt-get install qemu-system-x86 busybox-static kmod cpio iproute2 libucx0 ibverbs-providers
# usage: run.sh [transfer | contract | locked] [WORK_DIR]     after: mvn -B test-compile -pl :sss-net-ucx -am
#   transfer   two processes exchange data, and one of them is killed (the default)
#   contract   JUnit runs the contract of all transports
#   locked     processes that may lock too little memory say so
set -e
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../../.." && pwd)
export PATH=$PATH:/sbin:/usr/sbin
what=${1:-transfer}
case $root/ in
/tmp/* | /run/*)
    echo "$root cannot be seen in the virtual machine, which has its own /tmp and /run: move it" >&2
    exit 2
    ;;
esac
seconds=300
case $what in
transfer | locked) ;;
contract) seconds=600 ;;
*)
    sed -n 's/^# usage: /usage: /p' "$0" >&2
    exit 2
    ;;
esac
work=${2:-$root/sss-net/ucx/target/softroce}
mkdir -p "$work"
cd "$work"
if [ ! -d kernel/boot ]; then
    image=$(apt-cache depends linux-image-amd64 | awk '/Depends:/{print $2; exit}')
    apt-get download "$image"
    dpkg-deb -x "$image"_*.deb kernel
fi
[ -f initrd.img ] || "$here/mkinitrd.sh" kernel initrd.img
if [ ! -s classpath ] || [ "$root/sss-net/ucx/pom.xml" -nt classpath ]; then
    (cd "$root" && mvn -B -q test-compile dependency:build-classpath -pl :sss-net-ucx -am -DincludeScope=test -Dmdep.outputFile="$work/classpath.all")
    tr ':' '\n' < classpath.all | grep '\.jar$' | grep -v '/sss-' | tr '\n' ':' > classpath
fi
rm -rf scripts
mkdir scripts
cp "$here/guest.sh" "$here/logback.xml" scripts/
echo "$what" > scripts/what
for classes in sss-net/{ucx,transport}/target/{test-classes,classes} sss-api/target/classes; do
    printf '%s:' "$root/$classes"
done > scripts/classpath
cat classpath >> scripts/classpath
timeout $seconds qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp 2 -m 4096 -nographic -no-reboot -net none \
    -kernel kernel/boot/vmlinuz-* -initrd initrd.img \
    -virtfs local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap \
    -virtfs local,path=scripts,mount_tag=scripts,security_model=none,readonly=on \
    -append "console=ttyS0 quiet panic=-1 mitigations=off" < /dev/null | tee output
grep -q 'SOFTROCE PASSED' output
