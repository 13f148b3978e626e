/* The records of org.sss.benchmarks.workload.Records and their checksum, byte for byte the same. */
#ifndef SSS_BENCH_RECORDS_H
#define SSS_BENCH_RECORDS_H

#include <stddef.h>
#include <stdint.h>

#define KEY_BYTES 32

typedef struct {
    uint64_t seed;
    uint32_t count;
    uint32_t value_bytes;
    unsigned char *keys; /* one after another */
    unsigned char *pool; /* where all values lie */
} records_t;

/* Ends the program when there is not enough memory. */
void records_make(records_t *r, uint64_t seed, uint32_t count, uint32_t value_bytes);
const unsigned char *record_key(const records_t *r, uint32_t i);
const unsigned char *record_value(const records_t *r, uint32_t i);
/* The numbers of the records in ascending order of their keys; to be freed. */
uint32_t *records_sorted(const records_t *r);
uint64_t record_checksum(const unsigned char *key, size_t key_bytes, const unsigned char *value, size_t value_bytes);
void *allocate(size_t bytes);

#endif
