/* Records on their way to Java. */
#include "kvs.h"

#include <string.h>

static int64_t value_size(const KvsSink *sink, const KvsRecord *record) {
    return sink->withValues ? record->valueSize : 0;
}

int64_t kvs_needed(const KvsSink *sink, const KvsRecord *record) {
    return (sink->withKeys ? KVS_RECORD_HEADER + (int64_t) record->keySize : KVS_U32) + value_size(sink, record);
}

/* The caller has looked whether there is room. */
void kvs_append(KvsSink *sink, const KvsRecord *record) {
    uint8_t *at = sink->out.bytes + sink->used;
    size_t size = (size_t) value_size(sink, record);
    sink->used += kvs_needed(sink, record);
    if (sink->withKeys) {
        kvs_set_u32(at, (uint32_t) record->keySize);
        at += KVS_U32;
    }
    kvs_set_u32(at, (uint32_t) size);
    at += KVS_U32;
    if (sink->withKeys) {
        memcpy(at, record->key, (size_t) record->keySize);
        at += record->keySize;
    }
    memcpy(at, record->value, size);
}

bool kvs_at_or_after(const KvsRecord *record, const KvsKey *stop) {
    int common = record->keySize < stop->size ? record->keySize : stop->size;
    int order = memcmp(record->key, stop->bytes, (size_t) common);
    return order > 0 || (order == 0 && record->keySize >= stop->size);
}
