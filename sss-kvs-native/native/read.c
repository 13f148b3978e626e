/* Point reads and cursors. */
#include "kvs.h"
#include "org_sss_kvs_KvsNative.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The library forgets why a cursor has no position, so it is kept here: an error code, TCENOREC at the end. */
typedef struct {
    BDBCUR *cursor;
    int state;
} KvsCursor;

static KvsCursor *cursor_of(jlong handle) {
    return (KvsCursor *) (intptr_t) handle;
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_KvsNative_get(JNIEnv *env, jclass type, jlong handle, jbyteArray keyArray,
        jobject buffer, jint position, jint limit) {
    (void) type;
    TCBDB *tree = kvs_tree(handle);
    KvsSpan out;
    KvsKey key;
    int size = 0;
    errno = 0;
    if (!kvs_span(env, buffer, position, limit, &out)) return kvs_error(KVS_BAD_BUFFER, 0);
    if (!kvs_key(env, keyArray, &key)) return kvs_error(TCEMISC, 0);
    const void *value = tcbdbget3(tree, key.bytes, key.size, &size);
    kvs_key_free(&key);
    if (!value) return kvs_tree_error(tree, 0);
    if (size > out.size) return -(jlong) size;
    memcpy(out.bytes, value, (size_t) size);
    return size;
}

static void moved(KvsCursor *cursor, bool found) {
    cursor->state = found ? TCESUCCESS : tcbdbecode(cursor->cursor->bdb);
    if (!found && cursor->state == TCESUCCESS) cursor->state = TCEMISC;
}

/* 1 on a record, 0 at the end. */
static jlong position_of(const KvsCursor *cursor) {
    if (cursor->state == TCESUCCESS) return 1;
    return cursor->state == TCENOREC ? 0 : kvs_error(cursor->state, 0);
}

/* Stands on the first record. */
JNIEXPORT jlong JNICALL Java_org_sss_kvs_KvsNative_cursorNew(JNIEnv *env, jclass type, jlong handle) {
    (void) env, (void) type;
    KvsCursor *cursor = malloc(sizeof *cursor);
    if (!cursor) return kvs_error(TCEMISC, 0);
    cursor->cursor = tcbdbcurnew(kvs_tree(handle));
    errno = 0;
    moved(cursor, tcbdbcurfirst(cursor->cursor));
    return (jlong) (intptr_t) cursor;
}

JNIEXPORT void JNICALL Java_org_sss_kvs_KvsNative_cursorClose(JNIEnv *env, jclass type, jlong handle) {
    (void) env, (void) type;
    tcbdbcurdel(cursor_of(handle)->cursor);
    free(cursor_of(handle));
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_KvsNative_cursorSeek(JNIEnv *env, jclass type, jlong handle,
        jbyteArray keyArray, jboolean floor) {
    (void) type;
    KvsCursor *cursor = cursor_of(handle);
    KvsKey key;
    errno = 0;
    if (!kvs_key(env, keyArray, &key)) return kvs_error(TCEMISC, 0);
    moved(cursor, floor ? tcbdbcurjumpback(cursor->cursor, key.bytes, key.size)
                        : tcbdbcurjump(cursor->cursor, key.bytes, key.size));
    kvs_key_free(&key);
    return position_of(cursor);
}

/* Where the next record goes. */
typedef struct {
    KvsSpan out;
    int64_t used;
    bool withKeys;
} Sink;

static void append(Sink *sink, const void *key, int keySize, const void *value, int valueSize) {
    uint8_t *at = sink->out.bytes + sink->used;
    if (sink->withKeys) {
        kvs_set_u32(at, (uint32_t) keySize);
        at += KVS_U32;
    }
    kvs_set_u32(at, (uint32_t) valueSize);
    at += KVS_U32;
    if (sink->withKeys) {
        memcpy(at, key, (size_t) keySize);
        at += keySize;
    }
    memcpy(at, value, (size_t) valueSize);
    sink->used = at + valueSize - sink->out.bytes;
}

static bool at_or_after(const void *key, int keySize, const KvsKey *stop) {
    int common = keySize < stop->size ? keySize : stop->size;
    int order = memcmp(key, stop->bytes, (size_t) common);
    return order > 0 || (order == 0 && keySize >= stop->size);
}

/* Records in the upper, bytes in the lower 32 bits. An error after some records waits for the next call. */
static jlong read_records(KvsCursor *cursor, Sink *sink, const KvsKey *stop) {
    int64_t count = 0;
    while (cursor->state == TCESUCCESS) {
        int keySize = 0, valueSize = 0;
        const void *key = tcbdbcurkey3(cursor->cursor, &keySize);
        const void *value = key ? tcbdbcurval3(cursor->cursor, &valueSize) : NULL;
        if (!value) {
            moved(cursor, false);
            break;
        }
        if (stop && at_or_after(key, keySize, stop)) return count << 32 | sink->used;
        int64_t need = (sink->withKeys ? KVS_RECORD_HEADER + (int64_t) keySize : KVS_U32) + valueSize;
        if (need > sink->out.size - sink->used) return count > 0 ? count << 32 | sink->used : -need;
        append(sink, key, keySize, value, valueSize);
        count++;
        moved(cursor, tcbdbcurnext(cursor->cursor));
    }
    return count > 0 ? count << 32 | sink->used : position_of(cursor);
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_KvsNative_cursorRead(JNIEnv *env, jclass type, jlong handle, jobject buffer,
        jint position, jint limit, jbyteArray stopArray, jboolean withKeys) {
    (void) type;
    Sink sink = {.used = 0, .withKeys = withKeys};
    KvsKey stop;
    errno = 0;
    if (!kvs_span(env, buffer, position, limit, &sink.out)) return kvs_error(KVS_BAD_BUFFER, 0);
    if (!stopArray) return read_records(cursor_of(handle), &sink, NULL);
    if (!kvs_key(env, stopArray, &stop)) return kvs_error(TCEMISC, 0);
    jlong result = read_records(cursor_of(handle), &sink, &stop);
    kvs_key_free(&stop);
    return result;
}
