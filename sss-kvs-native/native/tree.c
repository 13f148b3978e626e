/*
 * Reading and deleting in a tree that may have changes in memory. Unlike read.c this goes through the library's cursor and
 * its cache of leaves. No cursor lives longer than a call, so none can be in the way of a change.
 */
#include "kvs.h"
#include "org_sss_kvs_library_KvsNative.h"

#include <errno.h>

static bool record_of(BDBCUR *cursor, KvsRecord *record) {
    record->key = tcbdbcurkey3(cursor, &record->keySize);
    record->value = record->key ? tcbdbcurval3(cursor, &record->valueSize) : NULL;
    return record->value != NULL;
}

/* Records in the upper, bytes in the lower 32 bits. An error after some records waits for the next call. */
static jlong read_range(BDBCUR *cursor, const KvsKey *from, const KvsKey *to, KvsSink *sink, int64_t *largest) {
    int64_t count = 0;
    KvsRecord record;
    bool found = tcbdbcurjump(cursor, from->bytes, from->size);
    for (; found; found = tcbdbcurnext(cursor), count++) {
        found = record_of(cursor, &record);
        if (!found || kvs_at_or_after(&record, to)) break;
        int64_t size = (int64_t) record.keySize + record.valueSize;
        if (size > *largest) *largest = size;
        if (kvs_needed(sink, &record) > sink->out.size - sink->used) {
            if (count == 0) return -kvs_needed(sink, &record);
            break;
        }
        kvs_append(sink, &record);
    }
    bool failed = !found && tcbdbecode(cursor->bdb) != TCENOREC;
    return failed && count == 0 ? kvs_tree_error(cursor->bdb, 0) : count << 32 | sink->used;
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_library_KvsNative_treeRead(JNIEnv *env, jclass type, jlong handle, jint leaves,
        jbyteArray fromArray, jbyteArray toArray, jobject buffer, jint position, jint limit, jboolean withValues) {
    (void) type;
    TCBDB *tree = kvs_tree(handle);
    KvsSink sink = {.withKeys = true, .withValues = withValues};
    KvsKey from, to;
    int64_t largest = 0;
    errno = 0;
    if (!kvs_span(env, buffer, position, limit, &sink.out)) return kvs_error(KVS_BAD_BUFFER, 0);
    if (!kvs_key(env, fromArray, &from)) return kvs_error(TCEMISC, 0);
    if (!kvs_key(env, toArray, &to)) {
        kvs_key_free(&from);
        return kvs_error(TCEMISC, 0);
    }
    BDBCUR *cursor = tcbdbcurnew(tree);
    jlong result = read_range(cursor, &from, &to, &sink, &largest);
    tcbdbcurdel(cursor);
    kvs_key_free(&from);
    kvs_key_free(&to);
    kvs_fit_cache(tree, largest, leaves); // the library's next call takes out what is too much
    return result;
}

/* Takes out the records with the keys of a buffer, whose values do not matter; a key that is not there is none. */
JNIEXPORT jlong JNICALL Java_org_sss_kvs_library_KvsNative_outAll(JNIEnv *env, jclass type, jlong handle, jobject buffer,
        jint position, jint limit) {
    (void) type;
    TCBDB *tree = kvs_tree(handle);
    KvsSpan span;
    errno = 0;
    if (!kvs_span(env, buffer, position, limit, &span)) return kvs_error(KVS_BAD_BUFFER, 0);
    if (!kvs_is_framed(&span)) return kvs_error(KVS_BAD_FRAME, 0);
    const uint8_t *end = span.bytes + span.size;
    KvsRecord record = {.end = span.bytes};
    int64_t count = 0;
    while (record.end < end) {
        if (!kvs_record_at(record.end, end, &record)) return kvs_error(KVS_BAD_FRAME, count);
        if (tcbdbout(tree, record.key, record.keySize)) count++;
        else if (tcbdbecode(tree) != TCENOREC) return kvs_tree_error(tree, count);
    }
    return count;
}
