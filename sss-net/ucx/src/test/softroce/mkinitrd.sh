#!/bin/bash
# usage: mkinitrd.sh KERNEL_DIR OUTPUT     KERNEL_DIR: an unpacked linux-image package of Debian
# Makes a small root file system that loads modules, mounts the directories of the host and runs guest.sh in them.
set -e
kernel=$1
output=$2
version=$(ls "$kernel/lib/modules")
dir=$(mktemp -d)
mkdir -p "$dir"/{bin,proc,sys,dev,mods,mnt}
cp "$(command -v busybox)" "$dir/bin/busybox"
ln -s busybox "$dir/bin/sh"
depmod -b "$kernel" "$version"
: > "$dir/mods/order"
for module in crc32_generic crc32_pclmul virtio_pci 9pnet_virtio 9p overlay rdma_rxe ib_uverbs rdma_ucm veth; do
    modprobe -d "$kernel" -S "$version" --ignore-install --show-depends "$module" 2> /dev/null | awk '$1=="insmod"{print $2}'
done | awk '!seen[$0]++' | while read -r file; do
    [ -f "$file" ] || continue
    cp "$file" "$dir/mods/"
    basename "$file" >> "$dir/mods/order"
done
cat > "$dir/init" <<'INIT'
#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc p /proc; mount -t sysfs s /sys; mount -t devtmpfs d /dev
for m in $(cat /mods/order); do insmod /mods/$m || echo "insmod $m failed"; done
mount -t 9p -o trans=virtio,version=9p2000.L,ro,msize=1048576,cache=loose host /mnt || echo 9p failed
mount -t tmpfs t /mnt/tmp; mount -t proc p /mnt/proc; mount -t sysfs s /mnt/sys; mount --bind /dev /mnt/dev
mkdir -p /mnt/dev/shm; mount -t tmpfs shm /mnt/dev/shm; mount -t tmpfs r /mnt/run
ip link set lo up
mkdir -p /x /mnt/tmp/x; mount -t 9p -o trans=virtio,version=9p2000.L,ro,msize=1048576 scripts /x
mount --bind /x /mnt/tmp/x
chroot /mnt /bin/bash /tmp/x/guest.sh
poweroff -f
INIT
chmod +x "$dir/init"
(cd "$dir" && find . | cpio -o -H newc --quiet | gzip -1) > "$output"
rm -rf "$dir"
