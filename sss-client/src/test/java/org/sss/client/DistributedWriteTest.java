package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;

class DistributedWriteTest {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    private static final long TUPLES = 1000;

    private final SssClient client = LocalCluster.start(2);

    @AfterEach
    void stop() {
        client.close();
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void exactlyTheChosenAttemptsAreCommittedInTheOrderOfTheirSources(Compression how) {
        TupleGroup<Long, Long> group = NUMBERS.compressed(how);
        try (DistributedWrite<Long, Long> write = client.openWrite(group, 3)) {
            WrittenAttempt third = write(write.ticket(), 2, 7, 2);
            write(write.ticket(), 0, 0, -1);
            WrittenAttempt first = write(write.ticket(), 0, 1, 0);
            WrittenAttempt second = write(write.ticket(), 1, 5, 1);
            assertThat(client.groups()).isEmpty();
            assertThat(write.commit(List.of(third, first, second)).tuples()).isEqualTo(3 * TUPLES);
        }
        assertThat(client.group("numbers").compression()).isEqualTo(how);
        assertThat(client.get(NUMBERS, 77L)).containsExactly(0L, 1L, 2L);
        assertThat(client.count("numbers")).isEqualTo(3 * TUPLES);
    }

    @Test
    void anAttemptIsRepeatedAfterItWasAbandoned() {
        try (DistributedWrite<Long, Long> write = client.openWrite(NUMBERS, 1)) {
            try (AttemptWriter<Long, Long> abandoned = write.ticket().writer(client, 0, 0)) {
                abandoned.append(1L, 1L);
            }
            WrittenAttempt again = write(write.ticket(), 0, 0, 3);
            assertThat(again.tuples()).isEqualTo(TUPLES);
            assertThat(again.dataBytes()).isEqualTo(16 * TUPLES);
            assertThat(again).hasToString("attempt 0 of source 0 (1000 tuples)");
            write.commit(List.of(again));
        }
        assertThat(client.get(NUMBERS, 1L)).containsExactly(3L);
    }

    /** As when a scheduler starts a task a second time because the first one seems to be lost. */
    @Test
    void twoWritersOfOneAttemptAreTwoAttempts() {
        try (DistributedWrite<Long, Long> write = client.openWrite(NUMBERS, 1);
                AttemptWriter<Long, Long> one = write.ticket().writer(client, 0, 4);
                AttemptWriter<Long, Long> other = write.ticket().writer(client, 0, 4)) {
            one.append(1L, 1L);
            other.append(1L, 2L);
            one.finish();
            write.commit(List.of(other.finish()));
        }
        assertThat(client.get(NUMBERS, 1L)).containsExactly(2L);
    }

    @Test
    void aSourceWithoutAttemptIsRefusedByNameAndCanBeWrittenThen() {
        try (DistributedWrite<Long, Long> write = client.openWrite(NUMBERS, 4)) {
            WrittenAttempt first = write(write.ticket(), 0, 0, 0);
            WrittenAttempt third = write(write.ticket(), 2, 0, 2);
            refused(() -> write.commit(List.of(first, third)), "'numbers'", "4 sources", "no attempt of source 1, 3;");
            assertThat(write.commit(List.of(
                                    first, third, write(write.ticket(), 1, 0, 1), write(write.ticket(), 3, 0, 3)))
                            .tuples())
                    .isEqualTo(4 * TUPLES);
        }
    }

    @Test
    void twoAttemptsOfASourceAreRefusedByName() {
        try (DistributedWrite<Long, Long> write = client.openWrite(NUMBERS, 1)) {
            WrittenAttempt first = write(write.ticket(), 0, 11, 0);
            WrittenAttempt second = write(write.ticket(), 0, 12, 0);
            refused(() -> write.commit(List.of(first, second)), "source 0", "two attempts to commit, 11 and 12");
        }
        assertThat(client.groups()).isEmpty();
    }

    @Test
    void anAttemptOfAnotherGroupIsRefusedByName() {
        try (DistributedWrite<Long, Long> write = client.openWrite(NUMBERS, 1);
                DistributedWrite<Long, Long> other =
                        client.openWrite(TupleGroup.of("o", Codecs.LONG, Codecs.LONG), 1)) {
            WrittenAttempt foreign = write(other.ticket(), 0, 9, 0);
            refused(() -> write.commit(List.of(foreign)), "attempt 9 of source 0", "another ticket", "'numbers'");
        }
    }

    @Test
    void aTicketEndsWithTheCommit() {
        try (DistributedWrite<Long, Long> write = client.openWrite(NUMBERS, 1)) {
            write.commit(List.of(write(write.ticket(), 0, 0, 0)));
            assertIsOver(write.ticket());
        }
        assertThat(client.get(NUMBERS, 1L)).containsExactly(0L);
    }

    /** Nodes learn of a drop after it is decided, and drop what they have received until then. */
    @Test
    void aTicketEndsWithTheCloseOfItsWrite() {
        WriteTicket<Long, Long> ticket;
        try (DistributedWrite<Long, Long> write = client.openWrite(NUMBERS, 1)) {
            ticket = write.ticket();
        }
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertIsOver(ticket));
        assertThat(client.groups()).isEmpty();
    }

    private void assertIsOver(WriteTicket<Long, Long> ticket) {
        assertThatThrownBy(() -> write(ticket, 0, 0, 1))
                .isInstanceOfSatisfying(
                        SssException.class,
                        e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.CLOSED))
                .hasMessageContainingAll("ticket of group 'numbers' is not valid any more", "closed");
    }

    @Test
    void aWriteIsCommittedOnce() {
        try (DistributedWrite<Long, Long> write = client.openWrite(NUMBERS, 0)) {
            assertThat(write.commit(List.of()).tuples()).isZero();
            assertThatThrownBy(() -> write.commit(List.of()))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
        }
        assertThat(client.count("numbers")).isZero();
    }

    @Test
    void onlySourcesOfTheTicketAreWritten() {
        refused(() -> client.openWrite(NUMBERS, -1), "'numbers'", "-1 sources");
        try (DistributedWrite<Long, Long> write = client.openWrite(NUMBERS, 2)) {
            assertThat(write.ticket()).hasToString("ticket of group 'numbers' with 2 sources");
            refused(() -> write.ticket().writer(client, 2, 0), "'numbers'", "there is no source 2");
            refused(() -> write.ticket().writer(client, -1, 0), "there is no source -1");
        }
    }

    @Test
    void aTicketOfAnotherClusterIsRefused() {
        try (SssClient other = LocalCluster.start(1);
                DistributedWrite<Long, Long> write = client.openWrite(NUMBERS, 1)) {
            refused(
                    () -> write.ticket().writer(other, 0, 0),
                    client.cluster().id(),
                    other.cluster().id());
        }
    }

    /** Each value of over 4 MiB is an attempt on the wire. */
    @Test
    void largeValuesOfAnAbandonedAttemptAreNotCommitted() throws IOException {
        TupleGroup<Long, Bytes> films = TupleGroup.of("films", Codecs.LONG, Codecs.BYTES);
        byte[] film = new byte[5 << 20];
        try (DistributedWrite<Long, Bytes> write = client.openWrite(films, 1)) {
            for (int attempt = 0; attempt < 2; attempt++) {
                film[0] = (byte) attempt;
                try (AttemptWriter<Long, Bytes> writer = write.ticket().writer(client, 0, attempt)) {
                    writer.append(1L, new ByteArrayInputStream(film));
                    writer.append(2L, Bytes.of(new byte[] {1}));
                    if (attempt == 1) {
                        WrittenAttempt second = writer.finish();
                        assertThat(second.tuples()).isEqualTo(2);
                        assertThat(writer.finish().tuples()).isEqualTo(2);
                        write.commit(List.of(second));
                    }
                }
            }
        }
        assertThat(client.count("films")).isEqualTo(2);
        assertThat(client.get(films, 1L)).containsExactly(Bytes.of(film));
    }

    @Test
    void anExistingGroupIsReplacedAtTheCommit() {
        try (DistributedWrite<Long, Long> write = client.openWrite(NUMBERS, 1)) {
            write.commit(List.of(write(write.ticket(), 0, 0, 5)));
        }
        assertThatThrownBy(() -> client.openWrite(NUMBERS, 1))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS));
        try (DistributedWrite<Long, Long> write = client.openWrite(NUMBERS.replacing(), 1)) {
            WrittenAttempt second = write(write.ticket(), 0, 0, 6);
            assertThat(client.get(NUMBERS, 1L)).containsExactly(5L);
            write.commit(List.of(second));
        }
        assertThat(client.get(NUMBERS, 1L)).containsExactly(6L);
    }

    /** As for readers of one snapshot in several processes. */
    @Test
    void aSerializedGroupIsReadUntilItIsReplaced() {
        Group first;
        try (DistributedWrite<Long, Long> write = client.openWrite(NUMBERS, 1)) {
            first = sent(write.commit(List.of(write(write.ticket(), 0, 0, 5))));
        }
        assertThat(first).isEqualTo(client.group("numbers"));
        int parts = client.cluster().subgroupCount();
        long tuples = 0;
        for (int part = 0; part < parts; part++) {
            try (RawTuples raw = client.raw(first, part, parts, null, null)) {
                while (raw.next()) {
                    tuples++;
                }
            }
        }
        assertThat(tuples).isEqualTo(TUPLES);
        byte[] key = new byte[] {(byte) 0x80, 0, 0, 0, 0, 0, 0, 1};
        RawReader reader = client.rawReader(first);
        byte[] value = new byte[] {(byte) 0x80, 0, 0, 0, 0, 0, 0, 5};
        assertThat(reader.get(key)).containsExactly(value);
        client.drop("numbers");
        try (DistributedWrite<Long, Long> write = client.openWrite(NUMBERS, 1)) {
            write.commit(List.of(write(write.ticket(), 0, 0, 6)));
        }
        // The nodes hear of the drop a moment after the answer.
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
            try {
                assertThat(reader.get(key)).containsExactly(value);
                return false;
            } catch (SssException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
                return true;
            }
        });
    }

    /** Ticket and attempts arrive as copies, as from another process. */
    private WrittenAttempt write(WriteTicket<Long, Long> ticket, int source, long attempt, long value) {
        try (AttemptWriter<Long, Long> writer = sent(ticket).writer(client, source, attempt)) {
            for (long key = 0; key < TUPLES; key++) {
                writer.append(key, value);
            }
            return sent(writer.finish());
        }
    }

    @SuppressWarnings("unchecked") // a copy has the class of the original
    private static <T> T sent(T object) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(object);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                return (T) in.readObject();
            }
        } catch (IOException | ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static void refused(ThrowingCallable call, String... words) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContainingAll(words);
    }
}
