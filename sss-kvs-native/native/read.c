/* Point reads and cursors. */
#include "kvs.h"
#include "org_sss_kvs_library_KvsNative.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * Seeking is the library's, reading is by whole leaves (page.c). The library forgets why a cursor has no position, so
 * that is stored here: an error code, TCENOREC at the end. Without a page, the position is the library cursor's.
 */
typedef struct {
    BDBCUR *cursor;
    int state;
    KvsPage page;
} KvsCursor;

static KvsCursor *cursor_of(jlong handle) {
    return (KvsCursor *) (intptr_t) handle;
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_library_KvsNative_get(JNIEnv *env, jclass type, jlong handle, jbyteArray keyArray,
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

/* 1 on a record, 0 at the end. */
static jlong position_of(const KvsCursor *cursor) {
    if (cursor->state == TCESUCCESS) return 1;
    return cursor->state == TCENOREC ? 0 : kvs_error(cursor->state, 0);
}

/* Moves to the first record, or after the last one if there is none; nothing is read yet. */
JNIEXPORT jlong JNICALL Java_org_sss_kvs_library_KvsNative_cursorNew(JNIEnv *env, jclass type, jlong handle) {
    (void) env, (void) type;
    errno = 0;
    KvsCursor *cursor = calloc(1, sizeof *cursor);
    if (!cursor) return kvs_error(TCEMISC, 0);
    cursor->cursor = tcbdbcurnew(kvs_tree(handle));
    cursor->cursor->id = kvs_tree(handle)->first;
    return (jlong) (intptr_t) cursor;
}

JNIEXPORT void JNICALL Java_org_sss_kvs_library_KvsNative_cursorClose(JNIEnv *env, jclass type, jlong handle) {
    (void) env, (void) type;
    KvsCursor *cursor = cursor_of(handle);
    kvs_page_free(&cursor->page);
    tcbdbcurdel(cursor->cursor);
    free(cursor);
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_library_KvsNative_cursorSeek(JNIEnv *env, jclass type, jlong handle,
        jbyteArray keyArray, jboolean floor) {
    (void) type;
    KvsCursor *cursor = cursor_of(handle);
    KvsKey key;
    errno = 0;
    if (!kvs_key(env, keyArray, &key)) return kvs_error(TCEMISC, 0);
    kvs_page_free(&cursor->page);
    bool found = floor ? tcbdbcurjumpback(cursor->cursor, key.bytes, key.size)
                       : tcbdbcurjump(cursor->cursor, key.bytes, key.size);
    kvs_key_free(&key);
    cursor->state = found ? TCESUCCESS : tcbdbecode(cursor->cursor->bdb);
    if (!found && cursor->state == TCESUCCESS) cursor->state = TCEMISC;
    return position_of(cursor);
}

/* Loads the leaf of the library cursor's position and skips to its record. */
static void load_position(KvsCursor *cursor) {
    KvsRecord skipped;
    cursor->state = kvs_page_load(cursor->cursor->bdb, cursor->cursor->id, &cursor->page);
    for (int i = 0; i < cursor->cursor->kidx && cursor->state == TCESUCCESS; i++) {
        cursor->state = kvs_page_peek(&cursor->page, &skipped);
        if (cursor->state == TCESUCCESS) cursor->page.at = skipped.end;
    }
    if (cursor->state == TCENOREC) cursor->state = TCEMISC;
}

/* The record at the position, continuing in the next leaf at the end of one. Damage could link leaves in a circle. */
static bool peek(KvsCursor *cursor, KvsRecord *record) {
    TCBDB *tree = cursor->cursor->bdb;
    if (cursor->state == TCESUCCESS && !cursor->page.bytes) load_position(cursor);
    if (cursor->state == TCESUCCESS) cursor->state = kvs_page_peek(&cursor->page, record);
    for (uint64_t leaves = 0; cursor->state == TCENOREC && cursor->page.bytes; leaves++) {
        uint64_t next = cursor->page.next;
        kvs_page_free(&cursor->page);
        if (next == 0) break;
        cursor->state = leaves > tree->lnum ? TCEMISC : kvs_page_load(tree, next, &cursor->page);
        if (cursor->state == TCESUCCESS) cursor->state = kvs_page_peek(&cursor->page, record);
    }
    return cursor->state == TCESUCCESS;
}

/* Records in the upper, bytes in the lower 32 bits. An error after some records waits for the next call. */
static jlong read_records(KvsCursor *cursor, KvsSink *sink, const KvsKey *stop) {
    int64_t count = 0;
    KvsRecord record;
    while (peek(cursor, &record)) {
        if (stop && kvs_at_or_after(&record, stop)) break;
        if (kvs_needed(sink, &record) > sink->out.size - sink->used) {
            if (count == 0) return -kvs_needed(sink, &record);
            break;
        }
        kvs_append(sink, &record);
        cursor->page.at = record.end;
        count++;
    }
    if (count > 0 || cursor->state == TCESUCCESS) return count << 32 | sink->used;
    return position_of(cursor);
}

JNIEXPORT jlong JNICALL Java_org_sss_kvs_library_KvsNative_cursorRead(JNIEnv *env, jclass type, jlong handle, jobject buffer,
        jint position, jint limit, jbyteArray stopArray, jboolean withKeys) {
    (void) type;
    KvsSink sink = {.withKeys = withKeys, .withValues = true};
    KvsKey stop;
    errno = 0;
    if (!kvs_span(env, buffer, position, limit, &sink.out)) return kvs_error(KVS_BAD_BUFFER, 0);
    if (!stopArray) return read_records(cursor_of(handle), &sink, NULL);
    if (!kvs_key(env, stopArray, &stop)) return kvs_error(TCEMISC, 0);
    jlong result = read_records(cursor_of(handle), &sink, &stop);
    kvs_key_free(&stop);
    return result;
}
