package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.Partitioner;
import org.sss.api.Partitioners;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;

class PartitionedWriterTest {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    private static final long TUPLES = 1000;
    /** Next to nothing is in the subgroup of its hash. */
    private static final Partitioner<Long, Long> BY_VALUE = (key, value, n) -> (int) (value % n);

    private final SssClient client = LocalCluster.start(2);

    @AfterEach
    void stop() {
        client.close();
    }

    private Group write(TupleGroup<Long, Long> group, Partitioner<Long, Long> partitioner) {
        try (GroupWriter<Long, Long> writer = client.write(group, partitioner)) {
            for (long i = 0; i < TUPLES; i++) {
                writer.append(i / 2, i);
            }
            return writer.commit();
        }
    }

    private List<Long> tuplesBySubgroup(String group) {
        return client.stat(group).subgroups().stream()
                .map(placed -> placed.stat().tuples())
                .toList();
    }

    @Test
    void everyKeyIsFoundWhereverItIs() {
        assertThat(write(NUMBERS, BY_VALUE).hashed()).isFalse();
        GroupReader<Long, Long> reader = client.reader(NUMBERS);
        for (long key = 0; key < TUPLES / 2; key++) {
            assertThat(reader.get(key)).containsExactlyInAnyOrder(2 * key, 2 * key + 1);
        }
        assertThat(reader.get(TUPLES)).isEmpty();
        assertThat(client.count("numbers")).isEqualTo(TUPLES);
    }

    @Test
    void aHashPartitionerIsTheDefault() {
        assertThat(write(NUMBERS, Partitioners.hash()).hashed()).isTrue();
        List<Long> sizes = tuplesBySubgroup("numbers");
        try (GroupWriter<Long, Long> writer = client.write(NUMBERS.replacing())) {
            LongStream.range(0, TUPLES).forEach(i -> writer.append(i / 2, i));
            writer.commit();
        }
        assertThat(tuplesBySubgroup("numbers")).isEqualTo(sizes);
    }

    @Test
    void rangesOfAnotherGroupKeepTheOrderOfKeysAcrossSubgroups() {
        write(NUMBERS, Partitioners.hash());
        TupleGroup<Long, Long> sorted = TupleGroup.of("sorted", Codecs.LONG, Codecs.LONG);
        assertThat(write(sorted, Partitioners.range(NUMBERS)).hashed()).isFalse();
        List<Long> keys = new ArrayList<>();
        int subgroups = client.stat("sorted").subgroups().size();
        assertThat(subgroups).isGreaterThan(1);
        for (int part = 0; part < subgroups; part++) {
            try (Scan<Long, Long> scan = client.scan(sorted).part(part, subgroups)) {
                scan.toList().stream().map(Map.Entry::getKey).forEach(keys::add);
            }
        }
        assertThat(keys).isSorted().hasSize((int) TUPLES);
        assertThat(client.get(sorted, 77L)).containsExactly(154L, 155L);
    }

    @Test
    void eachWriterGoesRound() {
        int writers = 3;
        try (GroupWriters<Long, Long> all = client.writers(NUMBERS, writers, Partitioners.roundRobin())) {
            for (int w = 0; w < writers; w++) {
                for (long i = 0; i < TUPLES; i++) {
                    all.get(w).append(7L, i);
                }
            }
            all.commit();
        }
        List<Long> sizes = tuplesBySubgroup("numbers");
        long share = writers * TUPLES / sizes.size();
        assertThat(sizes).allSatisfy(size -> assertThat(size).isBetween(share - writers, share + writers));
        assertThat(client.get(NUMBERS, 7L)).hasSize((int) (writers * TUPLES));
    }

    @Test
    void refusesPlacesNextToATaskBeforeTheGroupExists() {
        for (Partitioner<Long, Long> ofTasks :
                List.of(Partitioners.<Long, Long>local(), Partitioners.<Long, Long>shifted(1))) {
            assertError(() -> client.write(NUMBERS, ofTasks), ErrorCode.INVALID_ARGUMENT, "a client has no such input");
        }
        assertError(
                () -> client.write(NUMBERS, Partitioners.range(NUMBERS)), ErrorCode.NOT_FOUND, "no group 'numbers'");
        TupleGroup<String, Long> names = TupleGroup.of("names", Codecs.STRING, Codecs.LONG);
        write(NUMBERS, Partitioners.hash());
        @SuppressWarnings({"unchecked", "rawtypes"}) // as code that was compiled against another type
        Partitioner<String, Long> wrong = (Partitioner) Partitioners.range(NUMBERS);
        assertError(() -> client.write(names, wrong), ErrorCode.TYPE_MISMATCH, "'string'", "'numbers'", "'long'");
        assertThat(client.groups()).extracting(Group::name).containsExactly("numbers");
    }

    @Test
    void theWriterContinuesAfterATupleWithoutAPlace() {
        try (GroupWriter<Long, Long> writer =
                client.write(NUMBERS, (key, value, n) -> value < 0 ? -1 : (int) (value % n))) {
            writer.append(1L, 5L);
            assertError(() -> writer.append(2L, -5L), ErrorCode.USER_CODE, "group 'numbers'", "returned -1", "<2>");
            writer.append(3L, 6L);
            assertThat(writer.commit().tuples()).isEqualTo(2);
        }
        assertThat(client.get(NUMBERS, 2L)).isEmpty();
    }

    @Test
    void aPlaceThatDependsOnTheObjectIsAnError() {
        TupleGroup<byte[], Long> arrays = TupleGroup.of("arrays", Codecs.BYTE_ARRAY, Codecs.LONG);
        try (GroupWriter<byte[], Long> writer =
                client.write(arrays, (key, value, n) -> Math.floorMod(System.identityHashCode(key), n))) {
            assertError(
                    () -> {
                        for (long i = 0; i < TUPLES; i++) {
                            writer.append(new byte[1], i);
                        }
                    },
                    ErrorCode.USER_CODE,
                    "for an equal one");
        }
    }

    @Test
    void valuesOfStreamsArePlacedByTheirKeys() throws Exception {
        TupleGroup<Long, Bytes> blobs = TupleGroup.of("blobs", Codecs.LONG, Codecs.BYTES);
        try (GroupWriter<Long, Bytes> writer = client.write(blobs, (key, value, n) -> value.length() % n)) {
            assertError(
                    () -> writer.append(1L, new ByteArrayInputStream(new byte[10])),
                    ErrorCode.INVALID_ARGUMENT,
                    "append the value itself");
        }
        write(NUMBERS, Partitioners.hash());
        try (GroupWriter<Long, Bytes> writer = client.write(blobs, Partitioners.range(NUMBERS))) {
            writer.append(1L, new ByteArrayInputStream(new byte[6 << 20]));
            writer.commit();
        }
        assertThat(client.openValue(blobs, 1L).readAllBytes()).hasSize(6 << 20);
    }

    private static void assertError(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call, ErrorCode code, String... words) {
        assertThatThrownBy(call)
                .isInstanceOf(SssException.class)
                .hasMessageContainingAll(words)
                .extracting(e -> ((SssException) e).code())
                .isEqualTo(code);
    }
}
