package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupKey;

/** Single keys of blocks that were read before: a part of the block is read, and that is checked. */
final class GetsByPartsIT {
    private static final int KEYS = 5000;
    private static final byte[] MAGIC = {'S', 'S', 'B', 1};

    @TempDir
    Path directory;

    private final Tuples tuples = Tuples.numbered("key", KEYS, "a value of twenty b.");
    private Path file;
    private TestNode node;
    private GetClient client;

    @BeforeEach
    void store() {
        file = directory.resolve("groups/7/3-1.sss");
        try (TestNode first = TestNode.open(directory)) {
            PutClient put = first.openPut(7, attempt(0));
            put.put(3, 0, tuples);
            put.finish();
            first.server().commit(GroupKey.of(7), List.of(attempt(0)));
        }
        node = TestNode.open(directory);
        client = new GetClient(node.connection(), 7, 3);
    }

    @AfterEach
    void close() {
        node.close();
    }

    private void askForSomeKeysOfEachBlock() {
        for (int i = 0; i < KEYS; i += 50) {
            byte[] key = tuples.keys().get(i);
            assertThat(client.tuples(List.of(key))).isEqualTo(tuples.selected(List.of(key)));
        }
    }

    /** Changes a byte of the file, as long as the server does not read it. */
    private void change(int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    private int find(byte[] wanted, int from) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        IntUnaryOperator differs = at -> Arrays.mismatch(bytes, at, at + wanted.length, wanted, 0, wanted.length);
        int at = from;
        while (differs.applyAsInt(at) >= 0) {
            at++;
        }
        return at;
    }

    @Test
    void readsOnlyTheSubBlockOfTheKeyFromABlockReadBefore() throws IOException {
        askForSomeKeysOfEachBlock();
        List<Integer> headers = new ArrayList<>();
        for (int at = find(MAGIC, 0); headers.size() < 3; at = find(MAGIC, at + 1)) {
            headers.add(at);
        }
        for (int header : headers) {
            change(header);
        }
        askForSomeKeysOfEachBlock();
        assertThatThrownBy(() -> client.tuples(tuples.keys()))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
    }

    @Test
    void damageInASubBlockIsAnErrorThatNamesTheFile() throws IOException {
        askForSomeKeysOfEachBlock();
        byte[] key = tuples.keys().get(1234);
        change(find(key, 0) + key.length + 3);
        for (int neighbour : new int[] {1234, 1236}) {
            assertThatThrownBy(() -> client.tuples(List.of(tuples.keys().get(neighbour))))
                    .hasMessageContaining("when the block was read before")
                    .hasMessageContaining(file.toString())
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
        }
    }

    @Test
    void fewKeysAndManyKeysOfABlockAreFoundInOneRequest() {
        for (int round = 0; round < 3; round++) {
            List<byte[]> few = new ArrayList<>();
            for (int i = 0; i < KEYS; i += i < KEYS / 2 ? 400 : 3) {
                few.add(tuples.keys().get(i));
            }
            assertThat(client.tuples(few)).isEqualTo(tuples.selected(few));
        }
    }
}
