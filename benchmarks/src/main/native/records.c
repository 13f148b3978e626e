#define _GNU_SOURCE /* qsort_r */
#include "records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "words of records are little-endian"
#endif

#define GAMMA 0x9E3779B97F4A7C15ULL
#define POSITIONS (1u << 20)
#define POOL_STREAM 0x706F6F6CULL
#define PLACE_STREAM 0x706C616365ULL

static uint64_t mix64(uint64_t x) {
    uint64_t z = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static uint64_t word(uint64_t seed, uint64_t index) {
    return mix64(seed + index * GAMMA);
}

void *allocate(size_t bytes) {
    void *memory = malloc(bytes > 0 ? bytes : 1);
    if (memory == NULL) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(1);
    }
    return memory;
}

static unsigned char *random_bytes(uint64_t stream, size_t bytes) {
    unsigned char *all = allocate(bytes);
    for (size_t at = 0; at < bytes; at += 8) {
        uint64_t w = word(stream, at / 8);
        memcpy(all + at, &w, 8);
    }
    return all;
}

void records_make(records_t *r, uint64_t seed, uint32_t count, uint32_t value_bytes) {
    r->seed = seed;
    r->count = count;
    r->value_bytes = value_bytes;
    r->keys = random_bytes(seed, (size_t) count * KEY_BYTES);
    r->pool = random_bytes(mix64(seed + POOL_STREAM), ((size_t) POSITIONS + value_bytes + 7) & ~(size_t) 7);
}

const unsigned char *record_key(const records_t *r, uint32_t i) {
    return r->keys + (size_t) i * KEY_BYTES;
}

const unsigned char *record_value(const records_t *r, uint32_t i) {
    return r->pool + (word(r->seed + PLACE_STREAM, i) & (POSITIONS - 1));
}

static int by_key(const void *a, const void *b, void *records) {
    return memcmp(record_key(records, *(const uint32_t *) a), record_key(records, *(const uint32_t *) b), KEY_BYTES);
}

uint32_t *records_sorted(const records_t *r) {
    uint32_t *order = allocate((size_t) r->count * sizeof *order);
    for (uint32_t i = 0; i < r->count; i++) {
        order[i] = i;
    }
    qsort_r(order, r->count, sizeof *order, by_key, (void *) r);
    return order;
}

static uint64_t folded(uint64_t w) {
    return w ^ (w >> 32);
}

static uint64_t sum(const unsigned char *bytes, size_t length) {
    uint64_t total = 0;
    uint64_t weight = 1;
    size_t at = 0;
    uint64_t w;
    for (; at + 8 <= length; at += 8, weight += 2 * GAMMA) {
        memcpy(&w, bytes + at, 8);
        total += folded(w) * weight;
    }
    if (at < length) {
        w = 0;
        memcpy(&w, bytes + at, length - at);
        total += folded(w) * weight;
    }
    return total;
}

uint64_t record_checksum(const unsigned char *key, size_t key_bytes, const unsigned char *value, size_t value_bytes) {
    return mix64(mix64(sum(key, key_bytes) + key_bytes) + sum(value, value_bytes) + value_bytes);
}
