/* Putting records. */
#include "kvs.h"
#include "org_sss_kvs_KvsNative.h"

#include <errno.h>

/* Where one record of a span lies. */
typedef struct {
    const uint8_t *key, *value;
    int keySize, valueSize;
    int64_t end;
} Record;

/* Checked at each use: Java could change the buffer between two. */
static bool record_at(const KvsSpan *span, int64_t at, Record *record) {
    if (span->size - at < KVS_RECORD_HEADER) return false;
    int64_t key = kvs_get_u32(span->bytes + at), value = kvs_get_u32(span->bytes + at + KVS_U32);
    at += KVS_RECORD_HEADER;
    if (key + value > span->size - at) return false;
    *record = (Record) {span->bytes + at, span->bytes + at + key, (int) key, (int) value, at + key + value};
    return true;
}

/* True when records fill the span exactly. Nothing is written before this is known. */
static bool is_framed(const KvsSpan *span) {
    Record record = {.end = 0};
    while (record.end < span->size)
        if (!record_at(span, record.end, &record)) return false;
    return true;
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_KvsNative_putAll(JNIEnv *env, jclass type, jlong handle, jobject buffer,
        jint position, jint limit) {
    (void) type;
    TCBDB *tree = kvs_tree(handle);
    KvsSpan span;
    errno = 0;
    if (!kvs_span(env, buffer, position, limit, &span)) return kvs_error(KVS_BAD_BUFFER, 0);
    if (!is_framed(&span)) return kvs_error(KVS_BAD_FRAME, 0);
    Record record = {.end = 0};
    int64_t count = 0;
    for (; record.end < span.size; count++) {
        if (!record_at(&span, record.end, &record)) return kvs_error(KVS_BAD_FRAME, count);
        if (!tcbdbputkeep(tree, record.key, record.keySize, record.value, record.valueSize))
            return kvs_tree_error(tree, count);
    }
    return count;
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_KvsNative_put(JNIEnv *env, jclass type, jlong handle, jobject key,
        jint keyPosition, jint keyLimit, jobject value, jint valuePosition, jint valueLimit) {
    (void) type;
    TCBDB *tree = kvs_tree(handle);
    KvsSpan keySpan, valueSpan;
    errno = 0;
    if (!kvs_span(env, key, keyPosition, keyLimit, &keySpan)
            || !kvs_span(env, value, valuePosition, valueLimit, &valueSpan)) return kvs_error(KVS_BAD_BUFFER, 0);
    if (!tcbdbputkeep(tree, keySpan.bytes, (int) keySpan.size, valueSpan.bytes, (int) valueSpan.size))
        return kvs_tree_error(tree, 0);
    return 1;
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_KvsNative_sync(JNIEnv *env, jclass type, jlong handle) {
    (void) env, (void) type;
    TCBDB *tree = kvs_tree(handle);
    errno = 0;
    return tcbdbsync(tree) ? 0 : kvs_tree_error(tree, 0);
}
