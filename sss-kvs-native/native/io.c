/*
 * What Tokyo Cabinet calls instead of the C library: the linker sends its calls here (--wrap in build.sh).
 *
 * It compares the int result of pread and pwrite with a size_t before it looks for -1, and so takes a failed
 * call (disk full, bad sector) for a complete one. A failure is returned as 0 bytes, which it does treat as an error. errno
 * stays for kvs_error().
 *
 * Debian builds it with --enable-micro-yield, a means to find races: each 32nd assertion gives the processor away by a
 * system call. A handle is never used by two threads at once here, so there is nothing to find.
 */
#include <errno.h>
#include <stddef.h>
#include <sys/types.h>

typedef ssize_t Pread(int fd, void *bytes, size_t size, off_t at);
typedef ssize_t Pwrite(int fd, const void *bytes, size_t size, off_t at);

Pread __real_pread, __real_pread64, __wrap_pread, __wrap_pread64;
Pwrite __real_pwrite, __real_pwrite64, __wrap_pwrite, __wrap_pwrite64;

int __wrap_sched_yield(void);

_Static_assert(sizeof(off_t) == 8, "offsets of 64 bits");

static ssize_t read_with(Pread *call, int fd, void *bytes, size_t size, off_t at) {
    ssize_t got;
    do got = call(fd, bytes, size, at);
    while (got < 0 && errno == EINTR);
    return got < 0 ? 0 : got;
}

static ssize_t write_with(Pwrite *call, int fd, const void *bytes, size_t size, off_t at) {
    ssize_t put;
    do put = call(fd, bytes, size, at);
    while (put < 0 && errno == EINTR);
    return put < 0 ? 0 : put;
}

ssize_t __wrap_pread(int fd, void *bytes, size_t size, off_t at) {
    return read_with(__real_pread, fd, bytes, size, at);
}

ssize_t __wrap_pread64(int fd, void *bytes, size_t size, off_t at) {
    return read_with(__real_pread64, fd, bytes, size, at);
}

ssize_t __wrap_pwrite(int fd, const void *bytes, size_t size, off_t at) {
    return write_with(__real_pwrite, fd, bytes, size, at);
}

ssize_t __wrap_pwrite64(int fd, const void *bytes, size_t size, off_t at) {
    return write_with(__real_pwrite64, fd, bytes, size, at);
}

int __wrap_sched_yield(void) {
    return 0;
}
