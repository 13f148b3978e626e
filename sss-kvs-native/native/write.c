/* Putting records. */
#define _GNU_SOURCE
#include "kvs.h"
#include "org_sss_kvs_library_KvsNative.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Checked at each use: Java could change the buffer between two. */
bool kvs_record_at(const uint8_t *at, const uint8_t *end, KvsRecord *record) {
    if (end - at < KVS_RECORD_HEADER) return false;
    int64_t key = kvs_get_u32(at), value = kvs_get_u32(at + KVS_U32);
    at += KVS_RECORD_HEADER;
    if (key + value > end - at) return false;
    *record = (KvsRecord) {at, at + key, (int) key, (int) value, at + key + value};
    return true;
}

/* True when records fill the span exactly. Nothing is written before this is known. */
bool kvs_is_framed(const KvsSpan *span) {
    const uint8_t *end = span->bytes + span->size;
    KvsRecord record = {.end = span->bytes};
    while (record.end < end)
        if (!kvs_record_at(record.end, end, &record)) return false;
    return true;
}

/*
 * The library counts cached leaves, not their bytes. A record that is larger than a leaf should be has a leaf alone; the
 * cache then shrinks, so that it never holds much more than leaves * 2 * lsmax bytes.
 */
void kvs_fit_cache(TCBDB *tree, int64_t recordSize, jint leaves) {
    int64_t usual = 2 * (int64_t) tree->lsmax;
    int64_t fitting = recordSize <= usual ? leaves : leaves * usual / recordSize;
    tree->lcnum = fitting < KVS_LEAST_LEAVES ? KVS_LEAST_LEAVES : (uint32_t) fitting;
}

static bool put_record(TCBDB *tree, const KvsRecord *record, jint leaves) {
    kvs_fit_cache(tree, (int64_t) record->keySize + record->valueSize, leaves);
    return tcbdbputkeep(tree, record->key, record->keySize, record->value, record->valueSize);
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_library_KvsNative_putAll(JNIEnv *env, jclass type, jlong handle, jint leaves,
        jobject buffer, jint position, jint limit) {
    (void) type;
    TCBDB *tree = kvs_tree(handle);
    KvsSpan span;
    errno = 0;
    if (!kvs_span(env, buffer, position, limit, &span)) return kvs_error(KVS_BAD_BUFFER, 0);
    if (!kvs_is_framed(&span)) return kvs_error(KVS_BAD_FRAME, 0);
    const uint8_t *end = span.bytes + span.size;
    KvsRecord record = {.end = span.bytes};
    int64_t count = 0;
    for (; record.end < end; count++) {
        if (!kvs_record_at(record.end, end, &record)) return kvs_error(KVS_BAD_FRAME, count);
        if (!put_record(tree, &record, leaves)) return kvs_tree_error(tree, count);
    }
    return count;
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_library_KvsNative_put(JNIEnv *env, jclass type, jlong handle, jint leaves,
        jobject key, jint keyPosition, jint keyLimit, jobject value, jint valuePosition, jint valueLimit) {
    (void) type;
    TCBDB *tree = kvs_tree(handle);
    KvsSpan keySpan, valueSpan;
    errno = 0;
    if (!kvs_span(env, key, keyPosition, keyLimit, &keySpan)
            || !kvs_span(env, value, valuePosition, valueLimit, &valueSpan)) return kvs_error(KVS_BAD_BUFFER, 0);
    KvsRecord record = {keySpan.bytes, valueSpan.bytes, (int) keySpan.size, (int) valueSpan.size, NULL};
    return put_record(tree, &record, leaves) ? 1 : kvs_tree_error(tree, 0);
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_library_KvsNative_sync(JNIEnv *env, jclass type, jlong handle) {
    (void) env, (void) type;
    TCBDB *tree = kvs_tree(handle);
    errno = 0;
    return tcbdbsync(tree) ? 0 : kvs_tree_error(tree, 0);
}

/* Errors are those of the sync that follows. */
JNIEXPORT void JNICALL Java_org_sss_kvs_library_KvsNative_startWriteBack(JNIEnv *env, jclass type, jlong handle) {
    (void) env, (void) type;
    sync_file_range(kvs_tree(handle)->hdb->fd, 0, 0, SYNC_FILE_RANGE_WRITE);
}

JNIEXPORT void JNICALL Java_org_sss_kvs_library_KvsNative_startWriteBackOf(JNIEnv *env, jclass type, jbyteArray path) {
    (void) type;
    char text[4096];
    int fd = kvs_path(env, path, text, sizeof text) ? open(text, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0) return;
    sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE);
    close(fd);
}
