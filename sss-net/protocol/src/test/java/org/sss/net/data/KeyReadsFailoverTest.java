package org.sss.net.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.KeyHash;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Placement;
import org.sss.net.control.Places;
import org.sss.net.transport.Connections;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;

/** Lookups in a group of six subgroups, each of which two of three nodes have: its own and the next one. */
@Timeout(60)
class KeyReadsFailoverTest {
    private static final int NODES = 3;
    private static final int SUBGROUPS = 6;
    private static final int KEYS_OF_FRAME = 10;
    private static final List<byte[]> KEYS = IntStream.range(0, 9_000)
            .mapToObj(i -> ("key " + i).getBytes(UTF_8))
            .toList();
    private static final List<String> VALUES =
            KEYS.stream().map(key -> new String(key, UTF_8)).toList();

    private final LocalTransport transport = new LocalTransport();
    private final Connections connections = new Connections(transport, Duration.ofSeconds(10));
    private final List<Node> nodes = new ArrayList<>();
    private final List<Transport.Listener> listeners = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private long nanos;
    private final ReadFailures failures = new ReadFailures(() -> nanos, warnings::add);
    private final Set<Integer> empty = new TreeSet<>();
    private int emptyChecks;
    private final ClusterMap map;

    KeyReadsFailoverTest() {
        List<NodeInfo> infos = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            nodes.add(new Node());
            listeners.add(transport.listen(new NodeAddress("local", 0), nodes.get(i)));
            NodeAddress data = listeners.get(i).address();
            infos.add(new NodeInfo(i, new NodeAddress("server-" + i, 1), data));
        }
        byte[] holders = new byte[2 * SUBGROUPS];
        for (int i = 0; i < holders.length; i++) {
            holders[i] = (byte) ((i / 2 + i % 2) % NODES);
        }
        map = new ClusterMap("test", 1, infos, SUBGROUPS).withTables(1, List.of(new Places(1, 2, holders)));
    }

    @AfterEach
    void close() {
        connections.close();
        transport.close();
    }

    private List<String> read(List<byte[]> keys) {
        return reads(true).read(keys).stream()
                .map(values -> String.join(",", values))
                .toList();
    }

    private KeyReads<String> reads(boolean hashed) {
        GroupInfo group = new GroupInfo(
                        GroupKey.of(9),
                        "words",
                        GroupInfo.State.WRITING,
                        new GroupFormat("string", "string", hashed, Compression.NONE, false),
                        new GroupOrigin(0, "test"),
                        GroupInfo.Content.NONE)
                .ready(DataVerbs.Stored.NONE, List.of(), null, new Placement(1, 2, 2));
        return new KeyReads<>(
                connections::to,
                map,
                new GroupHolders(map, group, failures),
                new KeyReads.Source(group.key(), group.name(), hashed),
                (bytes, offset, length) -> new String(bytes, offset, length, UTF_8),
                new Fallback());
    }

    private static List<String> allBut(int subgroup) {
        return IntStream.range(0, KEYS.size())
                .mapToObj(i -> subgroupOf(KEYS.get(i)) == subgroup ? "" : VALUES.get(i))
                .toList();
    }

    private static int subgroupOf(byte[] key) {
        return KeyHash.subgroup(KeyHash.hash64(key, 0, key.length), SUBGROUPS);
    }

    private int asked() {
        return nodes.stream().mapToInt(node -> node.keys).sum();
    }

    /** Of the first answers of a node, some arrive and some do not. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20, 150, 290})
    void whatANodeDoesNotAnswerIsAskedAtTheNextHolder(int frames) {
        nodes.get(1).framesUntilCut = frames;
        assertThat(read(KEYS)).isEqualTo(VALUES);
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0)).contains("'words' (number 9)", "node 1", "it is cut", "Another copy");
    }

    /** The last of three requests is cut, which is sent when one of the others was answered. */
    @Test
    void answersAreKept() {
        int ofNode =
                (int) KEYS.stream().filter(key -> subgroupOf(key) % NODES == 1).count();
        nodes.get(1).framesUntilCut = ofNode / KEYS_OF_FRAME - 10;
        assertThat(read(KEYS)).isEqualTo(VALUES);
        assertThat(asked()).isLessThan(KEYS.size() + ofNode * 3 / 4);
    }

    /** Otherwise each of them would be waited for until it times out, after 30 s. */
    @Timeout(25)
    @Test
    void otherRequestsOfAFailedNodeAreNotWaitedFor() {
        nodes.get(1).cutsFirstOfTwo = true;
        assertThat(read(KEYS)).isEqualTo(VALUES);
    }

    @Test
    void aNodeThatIsGoneIsAskedLastForAWhile() {
        listeners.get(1).close();
        assertThat(read(KEYS)).isEqualTo(VALUES);
        listeners.set(1, transport.listen(map.node(1).data(), nodes.get(1)));
        read(KEYS);
        assertThat(nodes.get(1).keys).isZero();
        nanos += Duration.ofMinutes(1).toNanos();
        read(KEYS);
        assertThat(nodes.get(1).keys).isPositive();
        assertThat(warnings).as("once").hasSize(1);
    }

    @Test
    void theErrorOfTheFirstHolderIsThrownWithThatOfTheOther() {
        nodes.get(1).framesUntilCut = 3;
        nodes.get(2).framesUntilCut = 3;
        nodes.get(2).cutBy = ErrorCode.STORAGE;
        SssException all = catchThrowableOfType(SssException.class, () -> read(KEYS));
        assertThat(all.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(all).hasMessageContaining("node 1").hasMessageContaining("node 2");
        assertThat(warnings).isEmpty();
    }

    @Test
    void anErrorOfTheRequestIsNotAskedAgain() {
        nodes.get(1).framesUntilCut = 0;
        nodes.get(1).cutBy = ErrorCode.FORBIDDEN;
        assertThat(catchThrowableOfType(SssException.class, () -> read(KEYS)).code())
                .isEqualTo(ErrorCode.FORBIDDEN);
    }

    @Test
    void aSubgroupThatANodeHasLostIsAskedAtTheNextHolder() {
        nodes.get(1).lost.add(4);
        assertThat(read(KEYS)).isEqualTo(VALUES);
        assertThat(emptyChecks).as("one for all keys").isEqualTo(1);
        assertThat(warnings.get(0)).contains("node 1", "subgroup 4 is gone");
    }

    @Test
    void anEmptySubgroupIsNotAskedAtTheNextHolder() {
        nodes.forEach(node -> node.lost.add(4));
        empty.add(4);
        assertThat(read(KEYS)).isEqualTo(allBut(4));
        assertThat(asked()).isEqualTo(KEYS.size());
        assertThat(warnings).isEmpty();
    }

    @Test
    void aSubgroupThatAllHoldersHaveLostIsAnError() {
        nodes.forEach(node -> node.lost.add(4));
        SssException all = catchThrowableOfType(SssException.class, () -> read(KEYS));
        assertThat(all.code()).isEqualTo(ErrorCode.CORRUPT);
        assertThat(all).hasMessageContaining("node 1").hasMessageContaining("node 2");
    }

    @Test
    void repeatedKeysHaveTheAnswerOfTheNextHolder() {
        nodes.get(1).framesUntilCut = 0;
        List<byte[]> twice = new ArrayList<>(KEYS.subList(0, 50));
        twice.addAll(KEYS.subList(0, 50));
        List<String> values = new ArrayList<>(VALUES.subList(0, 50));
        values.addAll(VALUES.subList(0, 50));
        assertThat(read(twice)).isEqualTo(values);
    }

    @Test
    void sizesOfValuesAreThoseOfOneAnswer() {
        nodes.get(1).framesUntilCut = 1;
        long[] bytes = new long[KEYS.size()];
        reads(true).read(KEYS, bytes);
        assertThat(bytes)
                .containsExactly(VALUES.stream().mapToLong(String::length).toArray());
    }

    @Test
    void valuesOfAllSubgroupsComeInTheirOrder() {
        nodes.get(1).framesUntilCut = 0;
        List<String> values = reads(false).read(KEYS.get(0));
        assertThat(values).hasSize(SUBGROUPS).containsOnly(VALUES.get(0));
    }

    /** Of each key one value, the key itself. A frame has the answers of ten keys. */
    private static final class Node implements Service {
        private final Set<Integer> lost = new TreeSet<>();
        private int framesUntilCut = Integer.MAX_VALUE;
        private ErrorCode cutBy = ErrorCode.NODE_UNREACHABLE;
        /** Whether the first request fails when the second one arrives, which gets no answer. */
        private boolean cutsFirstOfTwo;

        private Stream first;
        private int keys;

        @Override
        public StreamHandler open(String verb, Message header, Stream stream) {
            answer(new RequestedKeys(header.bytes()), stream);
            return new Ignored();
        }

        private synchronized void answer(RequestedKeys asked, Stream stream) {
            if (cutsFirstOfTwo) {
                if (first == null) {
                    first = stream;
                } else {
                    first.fail(new SssException(cutBy, "it is cut"));
                }
                return;
            }
            ByteBuf frame = Unpooled.buffer();
            for (int i = 1; asked.next(); i++) {
                keys++;
                if (lost.contains(asked.subgroup())) {
                    frame.writeInt(GetFormat.NOTHING_HERE);
                } else {
                    frame.writeInt(1)
                            .writeInt(asked.keyLength())
                            .writeBytes(asked.array(), asked.keyOffset(), asked.keyLength());
                }
                if (i % KEYS_OF_FRAME == 0 || i == asked.count()) {
                    if (framesUntilCut-- <= 0) {
                        frame.release();
                        stream.fail(new SssException(cutBy, "it is cut"));
                        return;
                    }
                    stream.trySend(frame);
                    frame = Unpooled.buffer();
                }
            }
            frame.release();
            stream.end(new byte[0]);
        }
    }

    private static final class Ignored implements StreamHandler {
        @Override
        public void onData(ByteBuf data) {
            data.release();
        }

        @Override
        public void onEnd(Message trailer) {
            // the request was complete
        }

        @Override
        public void onError(SssException error) {
            // the client has enough
        }
    }

    private final class Fallback implements KeyReadFallback {
        @Override
        public void scan(int subgroup, byte[] key, Consumer<byte[]> values) {
            throw new AssertionError("subgroup " + subgroup + " was scanned for " + Arrays.toString(key));
        }

        @Override
        public void checkEmpty(int subgroup) {
            if (!empty.contains(subgroup)) {
                emptyChecks++;
                throw new SssException(ErrorCode.CORRUPT, "subgroup " + subgroup + " is gone");
            }
        }
    }
}
