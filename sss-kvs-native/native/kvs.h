/*
 * What the C files of the module share. Each native method returns one jlong:
 *   0 and more   the result
 *   kvs_error()  an error code of Tokyo Cabinet or one of KVS_*, with the record's index and errno (see there)
 *   others < 0   minus the bytes that a buffer needs
 * Java holds a lock around every call and never passes a handle that was closed.
 */
#ifndef SSS_KVS_H
#define SSS_KVS_H

#include <jni.h>
#include <stdbool.h>
#include <stdint.h>
#include <tcutil.h>
#include <tcbdb.h>

/* Own codes beside those of tcutil.h; KvsError.java has the same numbers. */
enum { KVS_NOT_CLOSED = 1000, KVS_WRITE_FAILED = 1001, KVS_BAD_FRAME = 1002, KVS_BAD_BUFFER = 1003 };

/* Length of the two big-endian u32 before a record: key length, value length. */
enum { KVS_U32 = 4, KVS_RECORD_HEADER = 8 };

/*
 * The library evicts 8 leaves at once, so 9 is the least that always keeps the one in use. Its own setter never goes
 * below 64 leaves, which for blocks of 1 MiB would be 64 MiB for each open file; the field is public in tcbdb.h.
 */
enum { KVS_LEAST_LEAVES = 9 };

/* The bytes of a direct buffer between two positions. */
typedef struct {
    uint8_t *bytes;
    int64_t size;
} KvsSpan;

/* A copy of a Java byte array; bytes is never NULL on success. */
typedef struct {
    uint8_t *bytes;
    int size;
    uint8_t small[256];
} KvsKey;

/* A leaf in memory; bytes is NULL when there is none. */
typedef struct {
    uint8_t *bytes;
    const uint8_t *at, *end;
    uint64_t next;
} KvsPage;

typedef struct {
    const uint8_t *key, *value;
    int keySize, valueSize;
    const uint8_t *end;
} KvsRecord;

/* Where records go that are read: key length, value length, key, value. */
typedef struct {
    KvsSpan out;
    int64_t used;
    bool withKeys, withValues;
} KvsSink;

jlong kvs_error(int code, int64_t index);
jlong kvs_tree_error(TCBDB *tree, int64_t index);
int kvs_check_header(const char *path);
int kvs_page_load(TCBDB *tree, uint64_t leaf, KvsPage *page);
int kvs_page_peek(const KvsPage *page, KvsRecord *record);
void kvs_page_free(KvsPage *page);
bool kvs_span(JNIEnv *env, jobject buffer, jint position, jint limit, KvsSpan *span);
bool kvs_path(JNIEnv *env, jbyteArray path, char *text, size_t size);
bool kvs_key(JNIEnv *env, jbyteArray array, KvsKey *key);
void kvs_key_free(KvsKey *key);
bool kvs_at_or_after(const KvsRecord *record, const KvsKey *stop);
int64_t kvs_needed(const KvsSink *sink, const KvsRecord *record);
void kvs_append(KvsSink *sink, const KvsRecord *record);
bool kvs_is_framed(const KvsSpan *span);
bool kvs_record_at(const uint8_t *at, const uint8_t *end, KvsRecord *record);
void kvs_fit_cache(TCBDB *tree, int64_t recordSize, jint leaves);

static inline uint32_t kvs_get_u32(const uint8_t *at) {
    return (uint32_t) at[0] << 24 | (uint32_t) at[1] << 16 | (uint32_t) at[2] << 8 | at[3];
}

static inline void kvs_set_u32(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t) (value >> 24);
    at[1] = (uint8_t) (value >> 16);
    at[2] = (uint8_t) (value >> 8);
    at[3] = (uint8_t) value;
}

static inline TCBDB *kvs_tree(jlong handle) {
    return (TCBDB *) (intptr_t) handle;
}

#endif
