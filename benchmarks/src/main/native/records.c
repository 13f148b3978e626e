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

#define STEP 0xBF58476D1CE4E5B9ULL
#define SECOND 0x94D049BB133111EBULL
#define THIRD 0xD6E8FEB86659FD93ULL
#define FOURTH 0xC2B2AE3D27D4EB4FULL

static uint64_t folded(uint64_t w) {
    return w ^ (w >> 32);
}

static uint64_t sum(const unsigned char *bytes, size_t length) {
    uint64_t total = length;
    size_t at = 0;
    uint64_t w[4];
    for (; at + 32 <= length; at += 32) {
        memcpy(w, bytes + at, 32);
        total = total * STEP + folded(w[0]) * GAMMA + folded(w[1]) * SECOND + folded(w[2]) * THIRD + folded(w[3]) * FOURTH;
    }
    if (length & 16) {
        memcpy(w, bytes + at, 16);
        total = total * STEP + folded(w[0]) * GAMMA + folded(w[1]) * SECOND;
        at += 16;
    }
    if (length & 8) {
        memcpy(w, bytes + at, 8);
        total = total * STEP + folded(w[0]) * GAMMA;
        at += 8;
    }
    if (at < length) {
        w[0] = 0;
        memcpy(w, bytes + at, length - at);
        total = total * STEP + folded(w[0]) * GAMMA;
    }
    return total;
}

uint64_t record_checksum(const unsigned char *key, size_t key_bytes, const unsigned char *value, size_t value_bytes) {
    uint64_t key_sum = sum(key, key_bytes);
    uint64_t value_sum = sum(value, value_bytes);
    return folded(key_sum) * folded(value_sum) + key_sum + STEP * value_sum;
}
