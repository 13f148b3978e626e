package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.sss.dataserver.TestNode.attempt;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.fsck.Fsck;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.DataServerConfig.Layout;
import org.sss.dataserver.segment.SegmentFormat;
import org.sss.net.block.BlockReader;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.CommittedPart;
import org.sss.net.control.DataVerbs.Forget;
import org.sss.net.control.DataVerbs.Put;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.SubgroupTuples;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.tcp.TcpTransport;

/** A node gets copies of subgroups that another one has written, and forgets them. */
final class CopiesIT {
    private static final GroupKey GROUP = GroupKey.of(7);
    private static final Tuples SMALL = Tuples.numbered("key", 10, "value");
    /** Several frames of a fetch. */
    private static final Tuples LARGE = Tuples.numbered("key", 10_000, "v".repeat(100));

    private static final long[] ALL = {10_000, 0, 10, 10};
    private static final GroupDescription DESCRIPTION = new GroupDescription(
            "words",
            new GroupFormat("string", "long", true, Compression.NONE, false),
            new GroupOrigin(5, "wf-1/map"),
            false);

    /** Of subgroup 0, with its tuples. */
    private static final DataVerbs.Scan SCAN = new DataVerbs.Scan(
            7, 0, new DataVerbs.Range(null, null), new DataVerbs.ScanForm(true, null, null, null), null, null, 10_000L);

    @TempDir
    Path directory;

    private final AtomicInteger fetches = new AtomicInteger();
    private volatile ChangedConnection.Change change = (number, frame, receiver) -> receiver.onData(frame);
    private TestNode source;
    private volatile Function<NodeAddress, Connection> peers = address -> source.connection();
    private TestNode target;

    @BeforeEach
    void store() {
        source = TestNode.open(directory.resolve("source"), TestNode.CONFIG);
        source.put(7, attempt(0), 0, LARGE);
        source.put(7, attempt(0), 2, SMALL);
        source.server().commit(GROUP, List.of(attempt(0)), DESCRIPTION);
        source.put(7, attempt(1), 3, SMALL);
        source.server().commit(GROUP, List.of(attempt(1)));
        openTarget(TestNode.CONFIG);
    }

    @AfterEach
    void close() {
        target.close();
        source.close();
    }

    private void openTarget(DataServerConfig config) {
        Path path = directory.resolve("target");
        target = TestNode.of(path, DataServer.open(path, config), address -> {
            fetches.incrementAndGet();
            return new ChangedConnection(peers.apply(address), change);
        });
    }

    private void restart() {
        target.close();
        openTarget(TestNode.CONFIG);
    }

    private CommittedPart copy() {
        return copy(GROUP, ALL);
    }

    private CommittedPart copy(GroupKey group, long... tuples) {
        try (CopyRequest request = CopyRequest.send(target, group, tuples)) {
            return request.answer();
        }
    }

    private SssException copyFails(ErrorCode code) {
        return copyFails(code, ALL);
    }

    private SssException copyFails(ErrorCode code, long... tuples) {
        SssException failure = catchThrowableOfType(SssException.class, () -> copy(GROUP, tuples));
        assertThat(failure).as("the copy").isNotNull();
        assertThat(failure.code()).as(failure.getMessage()).isEqualTo(code);
        return failure;
    }

    private CommittedPart forget(Integer... keep) {
        return target.call(DataVerbs.FORGET, new Forget(GROUP, List.of(keep), 0), CommittedPart.class);
    }

    private void isWhole(TestNode node) {
        assertThat(node.read(7, 0)).isEqualTo(LARGE);
        assertThat(node.scan(7, 2, true)).isEqualTo(SMALL);
        assertThat(node.read(7, 3)).isEqualTo(SMALL);
        assertThat(node.read(7, 1).count()).isZero();
    }

    private void hasNoDrafts() {
        assertThat(DataFiles.temporary(directory.resolve("target"))).isEmpty();
    }

    /** What fsck finds at the target, which ends. */
    private List<String> problems() {
        target.close();
        List<String> problems = new ArrayList<>();
        Fsck.verify(directory.resolve("target"), finding -> problems.add(finding.text()));
        openTarget(TestNode.CONFIG);
        return problems;
    }

    private Path file(String node, String name) {
        return directory.resolve(node).resolve("groups/7").resolve(name);
    }

    @Test
    void aCopyHasTheSameBytes() throws IOException {
        CommittedPart copied = copy();
        assertThat(copied.subgroups()).isEqualTo(SubgroupTuples.of(ALL));
        assertThat(copied.stored().tuples()).isEqualTo(10_020);
        isWhole(target);
        for (String name : List.of("0-1.sss", "2-1.sss", "3-1.sss")) {
            assertThat(file("target", name)).hasSameBinaryContentAs(file("source", name));
        }
        assertThat(target.server().describe(List.of(GROUP)).parts().get(0).description())
                .isEqualTo(DESCRIPTION);
        restart();
        isWhole(target);
        assertThat(problems()).isEmpty();
    }

    @Test
    void aRepeatedRequestFetchesNothing() {
        CommittedPart first = copy();
        assertThat(copy()).isEqualTo(first);
        restart();
        assertThat(copy()).isEqualTo(first);
        assertThat(fetches).hasValue(1);
    }

    @Test
    void ownSubgroupsStayBesideTheCopies() {
        target.put(7, attempt(0), 1, LARGE);
        target.server().commit(GROUP, List.of(attempt(0)), DESCRIPTION);
        CommittedPart copied = copy(GROUP, 10_000, 10_000, 10, 10);
        assertThat(copied.subgroups()).isEqualTo(SubgroupTuples.of(new long[] {10_000, 10_000, 10, 10}));
        restart();
        assertThat(target.read(7, 0)).isEqualTo(LARGE);
        assertThat(target.read(7, 1)).isEqualTo(LARGE);
        assertThat(problems()).isEmpty();
    }

    @Test
    void aSubgroupIsCopiedWithAllOfItsSegmentsInOrder() {
        source.put(7, attempt(2), 2, Tuples.numbered("key", 10, "later"));
        source.server().commit(GROUP, List.of(attempt(2)));
        copy(GROUP, 10_000, 0, 20, 10);
        assertThat(target.read(7, 2)).isEqualTo(source.read(7, 2));
        assertThat(DataFiles.ofGroup(directory.resolve("target"), 7)).contains("2-1.sss", "2-2.sss");
    }

    @Test
    void subgroupsComeFromSeveralSourcesAllOrNone() {
        NodeInfo other = new NodeInfo(2, new NodeAddress("other", 21200), new NodeAddress("other", 21201));
        try (TestNode second = TestNode.open(directory.resolve("second"), TestNode.CONFIG)) {
            second.put(7, attempt(0), 1, LARGE);
            second.server().commit(GROUP, List.of(attempt(0)), DESCRIPTION);
            peers = address -> address.equals(other.data()) ? second.connection() : source.connection();
            try (CopyRequest wrong = CopyRequest.sendTo(target, GROUP, other, 1, 10_000, 5, 10, 10)) {
                assertThatThrownBy(wrong::answer)
                        .hasMessageContaining("node 2")
                        .hasMessageContaining("it has 10000 tuples of subgroup 1, expected are 5");
            }
            hasNoDrafts();
            assertThat(target.read(7, 0).count()).isZero();
            try (CopyRequest request = CopyRequest.sendTo(target, GROUP, other, 1, 10_000, 10_000, 10, 10)) {
                assertThat(request.answer().subgroups())
                        .isEqualTo(SubgroupTuples.of(new long[] {10_000, 10_000, 10, 10}));
            }
            assertThat(target.read(7, 0)).isEqualTo(LARGE);
            assertThat(target.read(7, 1)).isEqualTo(LARGE);
        }
    }

    @Test
    void aCloneIsCopiedWithTheNameOfItsWriter() {
        GroupKey clone = new GroupKey(8, "0123456789abcdef0123456789abcdef");
        source.server().clone(GROUP, clone, DESCRIPTION);
        copy(clone, ALL);
        restart();
        assertThat(target.read(8, 0)).isEqualTo(LARGE);
        assertThat(copy(clone, ALL).subgroups()).isEqualTo(SubgroupTuples.of(ALL));
        assertThat(problems()).isEmpty();
    }

    @Test
    void aSegmentOfAnEarlierVersionIsCopied() throws IOException {
        source.close();
        removeDigest(file("source", "0-1.sss"));
        source = TestNode.open(directory.resolve("source"), TestNode.CONFIG);
        copy();
        isWhole(target);
        assertThat(problems()).isEmpty();
    }

    /** Replaces the digests in the manifest by spaces, as of a version that did not write them. */
    private static void removeDigest(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        ByteBuffer trailer =
                ByteBuffer.wrap(bytes, bytes.length - SegmentFormat.TRAILER_BYTES, SegmentFormat.TRAILER_BYTES);
        int headAt = (int) trailer.getLong(trailer.position() + 16);
        String head = new String(bytes, headAt, trailer.position() - headAt, StandardCharsets.ISO_8859_1);
        Matcher digest = Pattern.compile(",\"digest\":\\d+").matcher(head);
        byte[] without =
                digest.replaceAll(found -> " ".repeat(found.group().length())).getBytes(StandardCharsets.ISO_8859_1);
        assertThat(without).isNotEqualTo(head.getBytes(StandardCharsets.ISO_8859_1));
        System.arraycopy(without, 0, bytes, headAt, without.length);
        trailer.putInt(trailer.position() + 24, SegmentFormat.crc(without, 0, without.length));
        trailer.putInt(trailer.position() + 36, SegmentFormat.crc(bytes, trailer.position(), 36));
        Files.write(file, bytes);
    }

    @Test
    void damageAtTheSourceIsFoundAtEachLevel() throws IOException {
        Path file = file("source", "0-1.sss");
        byte[] good = Files.readAllBytes(file);
        ByteBuffer trailer =
                ByteBuffer.wrap(good, good.length - SegmentFormat.TRAILER_BYTES, SegmentFormat.TRAILER_BYTES);
        int pagesAt = (int) trailer.getLong(trailer.position() + 8);
        int headAt = (int) trailer.getLong(trailer.position() + 16);
        target.put(7, attempt(0), 1, SMALL);
        target.server().commit(GROUP, List.of(attempt(0)), DESCRIPTION);
        for (int at : new int[] {64, pagesAt / 2, pagesAt + 30, headAt + 10, good.length - 3}) {
            byte[] bad = good.clone();
            bad[at] ^= 4;
            source.close();
            Files.write(file, bad);
            source = TestNode.open(directory.resolve("source"), TestNode.CONFIG);
            assertThat(copyFails(ErrorCode.CORRUPT, 10_000, 10, 10, 10))
                    .as("offset " + at)
                    .hasMessageContaining("node 1")
                    .hasMessageContaining("subgroup 0");
            hasNoDrafts();
            assertThat(target.read(7, 1)).as("own subgroup").isEqualTo(SMALL);
            assertThat(target.read(7, 0).count()).isZero();
        }
        source.close();
        Files.write(file, good);
        source = TestNode.open(directory.resolve("source"), TestNode.CONFIG);
        copy(GROUP, 10_000, 10, 10, 10);
        assertThat(target.read(7, 0)).isEqualTo(LARGE);
    }

    @Test
    void damageOnTheWayIsFound() {
        change = (number, frame, receiver) -> {
            byte[] bytes = new byte[frame.readableBytes()];
            frame.readBytes(bytes).release();
            bytes[number == 2 ? 20_000 : 0] ^= (byte) (number == 2 ? 1 : 0);
            receiver.onData(Unpooled.wrappedBuffer(bytes));
        };
        assertThat(copyFails(ErrorCode.CORRUPT)).hasMessageContaining("came from node 1");
        hasNoDrafts();
    }

    @Test
    void aSourceThatEndsAtAnyFrameLeavesNothing() {
        int[] frames = new int[1];
        change = (number, frame, receiver) -> {
            frames[0] = number + 1;
            receiver.onData(frame);
        };
        CommittedPart whole = copy();
        assertThat(frames[0]).isGreaterThan(5);
        target.server().drop(TestNode.keys(7));
        restart();
        for (int cut = 0; cut < frames[0]; cut++) {
            int at = cut;
            change = (number, frame, receiver) -> {
                if (number < at) {
                    receiver.onData(frame);
                    return;
                }
                frame.release();
                if (number == at) {
                    receiver.onError(new SssException(ErrorCode.NODE_UNREACHABLE, "the source has died"));
                }
            };
            assertThat(copyFails(ErrorCode.NODE_UNREACHABLE))
                    .hasMessageContaining("node 1")
                    .hasMessageContaining("has died");
            hasNoDrafts();
            assertThat(target.read(7, 0).count()).isZero();
        }
        change = (number, frame, receiver) -> receiver.onData(frame);
        assertThat(copy()).isEqualTo(whole);
    }

    @Test
    void bytesThatAreMissingOrTooManyAreRefused() {
        change = (number, frame, receiver) -> {
            if (number == 2) {
                frame.release();
            } else {
                receiver.onData(frame);
            }
        };
        assertThat(copyFails(ErrorCode.PROTOCOL)).hasMessageContaining("bytes before the end");
        change = (number, frame, receiver) -> {
            if (number == 2) {
                receiver.onData(frame.copy());
            }
            receiver.onData(frame);
        };
        assertThat(copyFails(ErrorCode.PROTOCOL)).hasMessageContaining("more bytes");
        hasNoDrafts();
    }

    @Test
    void aSourceThatSendsNothingMoreEndsTheCopy() {
        target.close();
        openTarget(TestNode.CONFIG.withStallTimeout(Duration.ofMillis(100)));
        change = new ChangedConnection.Change() {
            @Override
            public void frame(int number, ByteBuf frame, StreamHandler receiver) {
                frame.release();
            }

            @Override
            public void end(int frames, Message trailer, StreamHandler receiver) {
                // lost
            }
        };
        copyFails(ErrorCode.TIMEOUT);
        hasNoDrafts();
    }

    @Test
    void aSourceWithOtherTuplesThanExpectedIsRefused() {
        SssException failure = catchThrowableOfType(SssException.class, () -> copy(GROUP, 10_000, 5, 10, 10));
        assertThat(failure.code()).isEqualTo(ErrorCode.CORRUPT);
        assertThat(failure)
                .hasMessageContaining("node 1")
                .hasMessageContaining("target")
                .hasMessageContaining("it has 0 tuples of subgroup 1, expected are 5");
    }

    @Test
    void aSubgroupWithOtherTuplesHereIsNotCopiedOver() {
        target.put(7, attempt(0), 2, LARGE);
        target.server().commit(GROUP, List.of(attempt(0)), DESCRIPTION);
        assertThat(copyFails(ErrorCode.CORRUPT))
                .hasMessageContaining("subgroup 2 of group 7 has 10000 tuples on this node, expected are 10");
        forget();
        copy();
        isWhole(target);
    }

    @Test
    void twoRequestsOfOneGroupFetchOnce() {
        CountDownLatch second = new CountDownLatch(1);
        change = (number, frame, receiver) -> {
            await(second);
            receiver.onData(frame);
        };
        try (CopyRequest first = CopyRequest.send(target, GROUP, ALL);
                CopyRequest other = CopyRequest.send(target, GROUP, ALL)) {
            other.awaitSign(); // while it waits
            second.countDown();
            assertThat(first.answer()).isEqualTo(other.answer());
        }
        assertThat(fetches).hasValue(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aDropDuringACopyEndsIt() {
        change = (number, frame, receiver) -> {
            if (number == 2) {
                target.server().drop(TestNode.keys(7));
            }
            receiver.onData(frame);
        };
        copyFails(ErrorCode.NOT_FOUND);
        assertThat(target.server().ids()).isEmpty();
        assertThat(directory.resolve("target/groups/7")).doesNotExist();
    }

    @Test
    void aDropAtTheSourceEndsTheCopy() {
        change = (number, frame, receiver) -> {
            if (number == 1) {
                source.server().drop(TestNode.keys(7));
            }
            receiver.onData(frame);
        };
        copyFails(ErrorCode.NOT_FOUND);
        hasNoDrafts();
    }

    @Test
    void aRequestThatIsCutLeavesNothingAndCanBeRepeated() {
        CountDownLatch cut = new CountDownLatch(1);
        CountDownLatch fetching = new CountDownLatch(1);
        change = (number, frame, receiver) -> {
            if (number == 2) {
                fetching.countDown();
                await(cut);
            }
            receiver.onData(frame);
        };
        try (CopyRequest request = CopyRequest.send(target, GROUP, ALL)) {
            request.awaitSign();
            await(fetching);
        }
        cut.countDown();
        copy(); // after the first one has ended
        isWhole(target);
        hasNoDrafts();
        assertThat(fetches).hasValue(2);
    }

    @Test
    void onlyLastingSegmentsInFilesAreCopied() {
        source.openPut(new Put(GroupKey.of(8), attempt(0), true))
                .put(0, 0, SMALL)
                .finish();
        source.server().commit(GroupKey.of(8), List.of(attempt(0)));
        assertThatThrownBy(() -> copy(GroupKey.of(8), 10)).hasMessageContaining("temporary or in memory");
        assertThatThrownBy(() -> copy(GroupKey.of(9), 10)).hasMessageContaining("nothing of group 9 is stored");
        source.close();
        source = TestNode.open(directory.resolve("source"), TestNode.CONFIG.withLayout(Layout.TUPLES));
        source.store(10, 0, SMALL);
        assertThatThrownBy(() -> copy(GroupKey.of(10), 10)).hasMessageContaining("layout TUPLES");
        target.openPut(new Put(GROUP, attempt(0), true)).put(1, 0, SMALL).finish();
        assertThat(copyFails(ErrorCode.INVALID_ARGUMENT)).hasMessageContaining("temporary or in memory");
    }

    @Test
    void aNodeSaysThatItLivesWhileItWaits() {
        CountDownLatch seen = new CountDownLatch(1);
        change = (number, frame, receiver) -> {
            if (number == 2) {
                await(seen);
            }
            receiver.onData(frame);
        };
        try (CopyRequest request = CopyRequest.send(target, GROUP, ALL)) {
            while (request.awaitSign() == 0) {
                // the list and the first frame are there soon
            }
            seen.countDown();
            request.answer();
        }
    }

    @Test
    void moreCopiesThanCanWaitAreRefused() {
        CountDownLatch end = new CountDownLatch(1);
        change = (number, frame, receiver) -> {
            await(end);
            receiver.onData(frame);
        };
        List<CopyRequest> requests = new ArrayList<>();
        for (int i = 0; i < 1 + 256; i++) { // one runs, others wait
            requests.add(CopyRequest.send(target, GROUP, ALL));
        }
        SssException failure = catchThrowableOfType(SssException.class, this::copy);
        assertThat(failure.code()).isEqualTo(ErrorCode.OVERLOADED);
        end.countDown();
        requests.forEach(request -> assertThat(request.answer().subgroups()).isEqualTo(SubgroupTuples.of(ALL)));
        assertThat(fetches).hasValue(1);
    }

    @Test
    void aLimitedCopyIsWhole() {
        try (CopyRequest request = CopyRequest.send(target, GROUP, 8 << 20, ALL)) {
            request.answer();
        }
        isWhole(target);
    }

    @Test
    void forgottenSubgroupsAreGoneAndTheOthersStay() {
        copy();
        CommittedPart left = forget(2, 5);
        assertThat(left.subgroups()).isEqualTo(SubgroupTuples.of(new long[] {0, 0, 10}));
        for (int start = 0; start < 2; start++) {
            assertThat(target.read(7, 2)).isEqualTo(SMALL);
            assertThatThrownBy(() -> Tuples.readAll(target.openScan(SCAN)))
                    .as("a reader that expects it")
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE))
                    .hasMessageContaining("not on this node any more");
            assertThat(target.server().committedSubgroups(GROUP)).isEqualTo(left.subgroups());
            restart();
        }
        assertThat(DataFiles.ofGroup(directory.resolve("target"), 7))
                .containsExactly("2-1.sss", "commit-1", "commit-2");
        assertThat(forget(2, 5)).isEqualTo(left);
        assertThat(problems()).isEmpty();
    }

    @Test
    void aSubgroupThatComesBackGetsTheNextNumber() {
        copy();
        forget(2);
        for (int start = 0; start < 2; start++) {
            assertThat(copy().subgroups()).isEqualTo(SubgroupTuples.of(ALL));
            isWhole(target);
            restart();
        }
        assertThat(DataFiles.ofGroup(directory.resolve("target"), 7))
                .contains("0-2.sss", "2-1.sss", "3-2.sss")
                .doesNotContain("0-1.sss");
        assertThat(problems()).isEmpty();
    }

    @Test
    void aCopyOfACopyHasTheNumberInItsManifest() {
        copy();
        forget();
        copy();
        TestNode first = source;
        source = target;
        try {
            Path path = directory.resolve("third");
            target = TestNode.of(path, DataServer.open(path, TestNode.CONFIG), address -> source.connection());
            copy();
            isWhole(target);
            GroupKey clone = GroupKey.of(8);
            source.server().clone(GROUP, clone, DESCRIPTION);
            assertThat(source.read(8, 0)).isEqualTo(LARGE);
        } finally {
            target.close();
            target = source;
            source = first;
        }
    }

    @Test
    void aReaderThatHasTheFileOpenReadsItToTheEnd() {
        copy();
        ScanClient scan = target.openScan(new DataVerbs.Scan(7, 0, true, null, null));
        BlockReader first = new BlockReader();
        assertThat(scan.next(first)).isTrue();
        forget(2, 3);
        while (scan.next(first)) {
            // to the end
        }
        assertThat(scan.isComplete()).isTrue();
        scan.close();
    }

    @Test
    void aMissingFileIsCopiedAgain() throws IOException {
        copy();
        target.close();
        Files.delete(file("target", "0-1.sss"));
        openTarget(TestNode.CONFIG);
        assertThatThrownBy(() -> target.read(7, 0)).hasMessageContaining("0-1.sss is damaged: the file is missing");
        assertThat(target.read(7, 2)).isEqualTo(SMALL);
        for (int start = 0; start < 2; start++) {
            assertThat(copy().subgroups()).isEqualTo(SubgroupTuples.of(ALL));
            isWhole(target);
            restart();
        }
        assertThat(fetches).hasValue(2);
        assertThat(problems()).isEmpty();
    }

    @Test
    void aNodeThatStopsEndsItsCopies() {
        CountDownLatch fetching = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        change = (number, frame, receiver) -> {
            if (number == 2) {
                fetching.countDown();
                await(end);
            }
            receiver.onData(frame);
        };
        try (CopyRequest request = CopyRequest.send(target, GROUP, ALL)) {
            await(fetching);
            target.server().close();
            end.countDown();
            assertThatThrownBy(request::answer).isInstanceOf(SssException.class);
        }
        hasNoDrafts();
    }

    @Test
    void aFetchListsWhatTheNodeHas() {
        try (DataQueue fetch = DataQueue.ask(
                source.connection(), DataVerbs.FETCH, Json.asMessage(new DataVerbs.Fetch(GROUP, List.of(1, 2))))) {
            ByteBuf first = fetch.take(PutClient.PATIENCE);
            DataVerbs.Fetched list = Json.read(ByteBufUtil.getBytes(first), DataVerbs.Fetched.class, "the list");
            first.release();
            assertThat(list.writer()).isEqualTo(GROUP);
            assertThat(list.description()).isEqualTo(DESCRIPTION);
            assertThat(list.segments()).singleElement().satisfies(segment -> {
                assertThat(segment.subgroup()).isEqualTo(2);
                assertThat(segment.stored().tuples()).isEqualTo(10);
                assertThat(segment.digest()).isNotNull();
            });
            assertThat(fetch.awaitEnd(PutClient.PATIENCE).bytes()).isEmpty();
        }
    }

    @Test
    void filesAreSentFromTheFile() {
        TestNode first = source;
        first.close();
        source = TestNode.open(directory.resolve("source"), TestNode.CONFIG, TcpTransport::new);
        copy();
        isWhole(target);
    }
}
