/*
 * Tokyo Cabinet as the seeds used it: a B+tree with default tuning, one tuple per record, one file, one thread.
 *
 *   tokyo write FILE SEED COUNT VALUE_BYTES [no-yield]    put all records in ascending order of their keys
 *   tokyo read FILE SEED COUNT VALUE_BYTES [no-yield]     walk a cursor over all, copying key and value
 *
 * Debian builds the library with --enable-micro-yield, a means to find races: each 32nd of its assertions gives the processor away by a
 * system call, which takes more time than all else. no-yield leaves that out; the linker sends those calls here (--wrap in build.sh).
 *
 * Opening and closing are in the time, making and sorting the records are not; nothing is synced to the disk. Prints
 * lines NAME=NUMBER.
 */
#include "records.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <tcbdb.h>
#include <time.h>

#define CALLS_PER_SAMPLE 16
#define READ_BATCH 1000
#define COPY_BYTES (4u << 20)

int __real_sched_yield(void), __wrap_sched_yield(void);

static int yields = 1;
static uint64_t *samples;
static size_t sample_count;

int __wrap_sched_yield(void) {
    return yields ? __real_sched_yield() : 0;
}

static uint64_t now_nanos(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}

static uint64_t cpu_micros(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (uint64_t) (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000u + (uint64_t) (u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/* Not ru_maxrss, which begins with what the process was before it became this program. */
static uint64_t peak_rss_bytes(void) {
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    uint64_t kib = 0;
    while (status != NULL && kib == 0 && fgets(line, sizeof line, status) != NULL) {
        sscanf(line, "VmHWM: %" SCNu64, &kib);
    }
    if (status != NULL) {
        fclose(status);
    }
    return kib * 1024;
}

static void fail(TCBDB *db, const char *what, const char *file) {
    fprintf(stderr, "%s %s: %s\n", what, file, tcbdberrmsg(tcbdbecode(db)));
    exit(1);
}

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *) a;
    uint64_t y = *(const uint64_t *) b;
    return x < y ? -1 : x > y;
}

static uint64_t percentile(double part) {
    size_t rank = (size_t) (part * (double) sample_count);
    return sample_count == 0 ? 0 : samples[rank < sample_count ? rank : sample_count - 1];
}

static uint64_t write_all(TCBDB *db, const records_t *r, const char *file, const uint32_t *order) {
    if (!tcbdbopen(db, file, BDBOWRITER | BDBOCREAT | BDBOTRUNC)) {
        fail(db, "creating", file);
    }
    for (uint32_t k = 0; k < r->count; k++) {
        uint32_t i = order[k];
        int measured = k % CALLS_PER_SAMPLE == 0;
        uint64_t begin = measured ? now_nanos() : 0;
        if (!tcbdbput(db, record_key(r, i), KEY_BYTES, record_value(r, i), (int) r->value_bytes)) {
            fail(db, "putting a record to", file);
        }
        if (measured) {
            samples[sample_count++] = now_nanos() - begin;
        }
    }
    uint64_t tuples = tcbdbrnum(db);
    if (!tcbdbclose(db)) {
        fail(db, "closing", file);
    }
    return tuples;
}

static uint64_t read_all(TCBDB *db, const records_t *r, const char *file, uint64_t *checksum) {
    size_t room = (size_t) KEY_BYTES + r->value_bytes;
    unsigned char *buffer = allocate(COPY_BYTES + room);
    size_t used = 0;
    if (!tcbdbopen(db, file, BDBOREADER)) {
        fail(db, "opening", file);
    }
    BDBCUR *cursor = tcbdbcurnew(db);
    uint64_t tuples = 0;
    uint64_t begin = now_nanos();
    for (int more = tcbdbcurfirst(cursor); more; more = tcbdbcurnext(cursor)) {
        int key_bytes;
        int value_bytes;
        const char *key = tcbdbcurkey3(cursor, &key_bytes);
        const char *value = tcbdbcurval3(cursor, &value_bytes);
        if (key == NULL || value == NULL || (size_t) key_bytes + (size_t) value_bytes > room) {
            fail(db, "reading a record of", file);
        }
        used = used + (size_t) key_bytes + (size_t) value_bytes > COPY_BYTES ? 0 : used;
        unsigned char *copy = buffer + used;
        memcpy(copy, key, (size_t) key_bytes);
        memcpy(copy + key_bytes, value, (size_t) value_bytes);
        used += (size_t) key_bytes + (size_t) value_bytes;
        *checksum += record_checksum(copy, (size_t) key_bytes, copy + key_bytes, (size_t) value_bytes);
        if (++tuples % READ_BATCH == 0) {
            uint64_t now = now_nanos();
            samples[sample_count++] = now - begin;
            begin = now;
        }
    }
    tcbdbcurdel(cursor);
    if (!tcbdbclose(db)) {
        fail(db, "closing", file);
    }
    free(buffer);
    return tuples;
}

int main(int argc, char **argv) {
    yields = argc == 6;
    int known = yields || (argc == 7 && strcmp(argv[6], "no-yield") == 0);
    int writing = known && strcmp(argv[1], "write") == 0;
    if (!known || (!writing && strcmp(argv[1], "read") != 0)) {
        fprintf(stderr, "usage: %s write|read FILE SEED COUNT VALUE_BYTES [no-yield]\n", argv[0]);
        return 2;
    }
    const char *file = argv[2];
    records_t records;
    records_make(&records, strtoull(argv[3], NULL, 10), (uint32_t) strtoul(argv[4], NULL, 10),
                 (uint32_t) strtoul(argv[5], NULL, 10));
    uint32_t *order = writing ? records_sorted(&records) : NULL;
    samples = allocate(((size_t) records.count / CALLS_PER_SAMPLE + 2) * sizeof *samples);

    uint64_t checksum = 0;
    TCBDB *db = tcbdbnew();
    uint64_t cpu = cpu_micros();
    uint64_t begin = now_nanos();
    uint64_t tuples = writing ? write_all(db, &records, file, order) : read_all(db, &records, file, &checksum);
    uint64_t nanos = now_nanos() - begin;
    cpu = cpu_micros() - cpu;
    tcbdbdel(db);

    qsort(samples, sample_count, sizeof *samples, ascending);
    printf("nanos=%" PRIu64 "\ntuples=%" PRIu64 "\nchecksum=%" PRId64 "\n", nanos, tuples, (int64_t) checksum);
    printf("cpu_micros=%" PRIu64 "\npeak_rss_bytes=%" PRIu64 "\n", cpu, peak_rss_bytes());
    printf("p50_nanos=%" PRIu64 "\np99_nanos=%" PRIu64 "\np999_nanos=%" PRIu64 "\n", percentile(0.5), percentile(0.99),
           percentile(0.999));
    return 0;
}
