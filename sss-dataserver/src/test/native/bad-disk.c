/*
 * A disk that gives EIO: preloaded into a process, it fails the reads or the writes of some files from an offset on, as long as the
 * file $BAD_DISK says so in one line: "read" or "write", a part of their paths, the offset; or "list", a part of the paths of directories, 0.
 */
#define _GNU_SOURCE
#define _LARGEFILE64_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name, ...) ((__typeof__(&name)) dlsym(RTLD_NEXT, #name))(__VA_ARGS__)

static int is_bad(const char *kind, int fd, long end) {
    char text[512] = "", bad_kind[8], part[256], link[64], path[512] = "";
    long from;
    const char *control = getenv("BAD_DISK");
    int said = control == NULL ? -1 : open(control, O_RDONLY | O_CLOEXEC);
    if (said < 0) {
        return 0;
    }
    ssize_t length = read(said, text, sizeof text - 1);
    close(said);
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    if (length <= 0 || sscanf(text, "%7s %255s %ld", bad_kind, part, &from) != 3 || strcmp(kind, bad_kind) != 0
            || readlink(link, path, sizeof path - 1) < 0 || strstr(path, part) == NULL || end <= from) {
        return 0;
    }
    errno = EIO;
    return 1;
}

static long position(int fd) {
    return lseek(fd, 0, SEEK_CUR);
}

static long size(const struct iovec *parts, int count) {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
        bytes += (long) parts[i].iov_len;
    }
    return bytes;
}

ssize_t pread(int fd, void *into, size_t bytes, off_t at) {
    return is_bad("read", fd, at + (long) bytes) ? -1 : REAL(pread, fd, into, bytes, at);
}

ssize_t pread64(int fd, void *into, size_t bytes, off64_t at) {
    return is_bad("read", fd, at + (long) bytes) ? -1 : REAL(pread64, fd, into, bytes, at);
}

ssize_t pwrite64(int fd, const void *from, size_t bytes, off64_t at) {
    return is_bad("write", fd, at + (long) bytes) ? -1 : REAL(pwrite64, fd, from, bytes, at);
}

ssize_t write(int fd, const void *from, size_t bytes) {
    return is_bad("write", fd, position(fd) + (long) bytes) ? -1 : REAL(write, fd, from, bytes);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    return is_bad("write", fd, position(fd) + size(parts, count)) ? -1 : REAL(writev, fd, parts, count);
}

ssize_t sendfile64(int to, int fd, off64_t *at, size_t bytes) {
    return is_bad("read", fd, (at == NULL ? position(fd) : *at) + (long) bytes) ? -1 : REAL(sendfile64, to, fd, at, bytes);
}

ssize_t copy_file_range(int fd, off64_t *at, int to, off64_t *to_at, size_t bytes, unsigned flags) {
    return is_bad("read", fd, (at == NULL ? position(fd) : *at) + (long) bytes)
            ? -1 : REAL(copy_file_range, fd, at, to, to_at, bytes, flags);
}

/* The end of a directory differs from an error by errno alone. */
static int is_bad_list(DIR *directory) {
    int before = errno;
    int bad = is_bad("list", dirfd(directory), 1);
    errno = bad ? errno : before;
    return bad;
}

struct dirent *readdir(DIR *directory) {
    return is_bad_list(directory) ? NULL : REAL(readdir, directory);
}

struct dirent64 *readdir64(DIR *directory) {
    return is_bad_list(directory) ? NULL : REAL(readdir64, directory);
}
