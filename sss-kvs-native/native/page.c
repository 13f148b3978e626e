/*
 * Reads a leaf of the tree as it lies in the hash database: number of the leaf before, number of the next, then for each
 * record key size, value size, count of further values (always 0 here), key, value. The library's own cursor reads a leaf
 * twice and copies each record into memory of its own; this reads it once, and checks every size.
 */
#include "kvs.h"

#include <stdio.h>
#include <stdlib.h>

/* Seven bits a byte, lowest first; all bytes but the last have their bits inverted, which sets the highest. */
static bool take_number(const uint8_t **at, const uint8_t *end, uint64_t *number) {
    *number = 0;
    for (int shift = 0; *at < end && shift < 63; shift += 7) {
        uint8_t byte = *(*at)++;
        if (byte < 0x80) {
            *number |= (uint64_t) byte << shift;
            return true;
        }
        *number |= (uint64_t) (uint8_t) ~byte << shift;
    }
    return false;
}

void kvs_page_free(KvsPage *page) {
    free(page->bytes);
    *page = (KvsPage) {.bytes = NULL};
}

int kvs_page_load(TCBDB *tree, uint64_t leaf, KvsPage *page) {
    char name[20];
    int nameSize = snprintf(name, sizeof name, "%llx", (unsigned long long) leaf), size = 0;
    uint64_t before;
    kvs_page_free(page);
    page->bytes = tchdbget(tree->hdb, name, nameSize, &size);
    if (!page->bytes) return tcbdbecode(tree) == TCEREAD ? TCEREAD : TCEMISC;
    page->at = page->bytes;
    page->end = page->bytes + size;
    if (take_number(&page->at, page->end, &before) && take_number(&page->at, page->end, &page->next)) return TCESUCCESS;
    kvs_page_free(page);
    return TCEMISC;
}

/* TCENOREC after the last record. */
int kvs_page_peek(const KvsPage *page, KvsRecord *record) {
    const uint8_t *at = page->at;
    uint64_t key, value, others;
    if (at == page->end) return TCENOREC;
    if (!take_number(&at, page->end, &key) || !take_number(&at, page->end, &value)
            || !take_number(&at, page->end, &others)) return TCEMISC;
    uint64_t left = (uint64_t) (page->end - at);
    if (others != 0 || key > left || value > left - key) return TCEMISC;
    *record = (KvsRecord) {at, at + key, (int) key, (int) value, at + key + value};
    return TCESUCCESS;
}
