/* Creating, opening, asking and closing a tree. */
#include "kvs.h"
#include "org_sss_kvs_library_KvsNative.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LEAST_NODES = 64 };

/* Header of the hash database that holds the tree's pages. */
enum { HEADER_BYTES = 256, AT_TYPE = 32, AT_FLAGS = 33, AT_BUCKETS = 40, AT_SIZE = 56, AT_FIRST_RECORD = 64 };

static void set_caches(TCBDB *tree, jint leafBytes, jint leaves, jint nodes) {
    tcbdbsetlsmax(tree, (uint32_t) leafBytes);
    tcbdbsetcache(tree, leaves, nodes < LEAST_NODES ? LEAST_NODES : nodes);
    tree->lcnum = leaves < KVS_LEAST_LEAVES ? KVS_LEAST_LEAVES : (uint32_t) leaves;
}

static jlong delete_failed(TCBDB *tree) {
    jlong error = kvs_tree_error(tree, 0);
    tcbdbdel(tree);
    return error;
}

bool kvs_path(JNIEnv *env, jbyteArray path, char *text, size_t size) {
    jsize length = (*env)->GetArrayLength(env, path);
    if ((size_t) length >= size) return false;
    (*env)->GetByteArrayRegion(env, path, 0, length, (jbyte *) text);
    text[length] = '\0';
    return true;
}

/* O_EXCL makes the file ours before the library opens it: two writers of one name cannot both succeed. */
static int claim(const char *path) {
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd < 0) return errno == EEXIST ? TCEKEEP : errno == ENOENT ? TCENOFILE : errno == EACCES ? TCENOPERM : TCEOPEN;
    close(fd);
    return TCESUCCESS;
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_library_KvsNative_create(JNIEnv *env, jclass type, jbyteArray path, jint leafBytes,
        jint leafMembers, jint nodeMembers, jlong buckets, jint leaves, jint nodes) {
    (void) type;
    char text[4096];
    errno = 0;
    if (!kvs_path(env, path, text, sizeof text)) return kvs_error(TCEOPEN, 0);
    int code = claim(text);
    if (code != TCESUCCESS) return kvs_error(code, 0);
    TCBDB *tree = tcbdbnew();
    set_caches(tree, leafBytes, leaves, nodes);
    if (!tcbdbtune(tree, leafMembers, nodeMembers, buckets, -1, -1, 0)
            || !tcbdbopen(tree, text, BDBOWRITER | BDBOCREAT | BDBOLCKNB)) {
        jlong error = delete_failed(tree);
        unlink(text);
        return error;
    }
    return (jlong) (intptr_t) tree;
}

static uint64_t number_at(const uint8_t *header, int at, bool bigEndian) {
    uint64_t number = 0;
    for (int i = 0; i < 8; i++) number = number << 8 | header[at + (bigEndian ? i : 7 - i)];
    return number;
}

/* Builds of the library differ in byte order (Debian's is swapped), so either may be right. */
static bool sizes_fit(const uint8_t *header, bool bigEndian, uint64_t fileBytes) {
    uint64_t buckets = number_at(header, AT_BUCKETS, bigEndian);
    uint64_t size = number_at(header, AT_SIZE, bigEndian);
    uint64_t first = number_at(header, AT_FIRST_RECORD, bigEndian);
    return buckets > 0 && buckets <= fileBytes / 4 && first >= HEADER_BYTES + buckets * 4
        && first <= size && size <= fileBytes;
}

/*
 * Refuses what the library would open without a word (a file of a killed writer), would try to repair (a log beside
 * such a file) or cannot open. It looks at 256 bytes; damage elsewhere is not found.
 */
int kvs_check_header(const char *path) {
    uint8_t header[HEADER_BYTES];
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return errno == ENOENT || errno == ENOTDIR ? TCENOFILE : errno == EACCES ? TCENOPERM : TCEOPEN;
    bool isFile = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
    errno = 0;
    ssize_t got = isFile ? pread(fd, header, sizeof header, 0) : 0;
    int readError = got == HEADER_BYTES ? 0 : errno; // a failed read gives 0 bytes, see io.c
    close(fd);
    if (!isFile) return TCESTAT;
    if (readError != 0) {
        errno = readError;
        return TCEREAD;
    }
    if (got != HEADER_BYTES || memcmp(header, "ToKyO CaBiNeT\n", 14) != 0 || header[AT_TYPE] != 1) return TCEMETA;
    if (header[AT_FLAGS] & BDBFOPEN) return KVS_NOT_CLOSED;
    if (header[AT_FLAGS] & BDBFFATAL) return KVS_WRITE_FAILED;
    uint64_t size = (uint64_t) status.st_size;
    return sizes_fit(header, true, size) || sizes_fit(header, false, size) ? TCESUCCESS : TCEMETA;
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_library_KvsNative_open(JNIEnv *env, jclass type, jbyteArray path, jint leafBytes,
        jint leaves, jint nodes, jboolean writer) {
    (void) type;
    char text[4096];
    errno = 0;
    if (!kvs_path(env, path, text, sizeof text)) return kvs_error(TCEOPEN, 0);
    int code = kvs_check_header(text);
    if (code != TCESUCCESS) return kvs_error(code, 0);
    TCBDB *tree = tcbdbnew();
    set_caches(tree, leafBytes, leaves, nodes);
    if (!tcbdbopen(tree, text, (writer ? BDBOWRITER : BDBOREADER) | BDBOLCKNB)) return delete_failed(tree);
    if (!writer && tcbdbflags(tree) & BDBFOPEN) {
        tcbdbdel(tree);
        return kvs_error(KVS_NOT_CLOSED, 0);
    }
    return (jlong) (intptr_t) tree;
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_library_KvsNative_recordCount(JNIEnv *env, jclass type, jlong handle) {
    (void) env, (void) type;
    return (jlong) tcbdbrnum(kvs_tree(handle));
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_library_KvsNative_fileBytes(JNIEnv *env, jclass type, jlong handle) {
    (void) env, (void) type;
    return (jlong) tcbdbfsiz(kvs_tree(handle));
}

/* The handle is gone whatever is returned. */
JNIEXPORT jlong JNICALL Java_org_sss_kvs_library_KvsNative_close(JNIEnv *env, jclass type, jlong handle) {
    (void) env, (void) type;
    TCBDB *tree = kvs_tree(handle);
    errno = 0;
    if (!tcbdbclose(tree)) return delete_failed(tree);
    tcbdbdel(tree);
    return 0;
}
