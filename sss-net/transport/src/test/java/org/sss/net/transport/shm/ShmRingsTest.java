package org.sss.net.transport.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.ring.RingCounters;
import org.sss.net.transport.ring.RingMemory;
import org.sss.net.transport.ring.RingProvider;
import org.sss.net.transport.ring.RingReceiver;
import org.sss.net.transport.ring.RingSender;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.ring.RingWord;

/** Any directory that can be mapped will do. */
class ShmRingsTest {
    private static final RingShape SHAPE = new RingShape(4, 4096);

    /** Enough for the code to be compiled, which the errors come late from. */
    private static final int FAULTS = 2000;

    @TempDir
    Path directory;

    private ShmRings rings;

    @BeforeEach
    void open() {
        rings = ShmRings.open(directory, SHAPE);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    private Path onlyFile() throws IOException {
        assertThat(files()).hasSize(1);
        return files().get(0);
    }

    /** Sends one byte and returns true if it arrives. */
    private static boolean passes(RingMemory from, RingMemory to, int data) {
        RingSender sender = new RingSender(from, SHAPE, 1, new RingCounters(), () -> {});
        RingReceiver receiver =
                new RingReceiver(to, SHAPE, 1, UnpooledByteBufAllocator.DEFAULT, new RingCounters(), () -> {});
        sender.write(Unpooled.wrappedBuffer(new byte[] {(byte) data}));
        sender.flush();
        ByteBuf slot = receiver.poll();
        byte[] bytes = ByteBufUtil.getBytes(slot);
        slot.release();
        return bytes.length == 1 && bytes[0] == data;
    }

    @Test
    void bothSidesReachTheSameMemory() throws IOException {
        RingProvider.Offer offer = rings.offer(SHAPE);
        assertThat(Files.getPosixFilePermissions(onlyFile())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        try (RingMemory opener = offer.memory();
                RingMemory acceptor = rings.open(SHAPE, offer.description())) {
            offer.taken(new byte[0]);
            assertThat(files()).isEmpty();
            assertThat(passes(opener, acceptor, 1)).isTrue();
            assertThat(passes(acceptor, opener, 2)).isTrue();
        }
    }

    @Test
    void memoryIsUnmappedWhenItIsClosed() throws IOException {
        RingProvider.Offer offer = rings.offer(SHAPE);
        RingMemory acceptor = rings.open(SHAPE, offer.description());
        assertThat(mappings()).hasSize(2);
        offer.memory().close();
        offer.memory().close();
        acceptor.close();
        assertThat(mappings()).isEmpty();
        assertThat(files()).as("an offer that was not taken").isEmpty();
        assertThatThrownBy(() -> acceptor.received(0)).isInstanceOf(NullPointerException.class);
    }

    private List<String> mappings() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains(directory.toString())).toList();
        }
    }

    @Test
    void memoryThatThePeerTruncatesIsAnError() throws IOException {
        RingProvider.Offer offer = rings.offer(SHAPE);
        try (RingMemory memory = offer.memory()) {
            try (FileChannel peer = FileChannel.open(onlyFile(), StandardOpenOption.WRITE)) {
                peer.truncate(0);
            }
            assertThatThrownBy(memory::check).hasMessageContaining("the peer has changed the size");
        }
    }

    @Test
    void anotherNonceIsRefused() {
        RingProvider.Offer offer = rings.offer(SHAPE);
        try (RingMemory memory = offer.memory()) {
            byte[] description = offer.description().clone();
            description[description.length - 1]++;
            assertRefused(description, "another nonce");
            assertThat(memory).isNotNull();
        }
    }

    @Test
    void filesOfOtherNamesAreNotOpened() throws IOException {
        Files.createFile(
                directory.resolve("secret"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        byte[] description = new byte[41 + ShmMemory.NONCE_BYTES];
        byte[] name = ("sss-ring-" + "../secret/" + "0".repeat(22)).getBytes();
        System.arraycopy(name, 0, description, 0, name.length);
        assertRefused(description, "not that of a ring");
        assertRefused(new byte[3], "3 bytes");
    }

    @Test
    void aFileThatIsNotAsTheOpenerMakesItIsRefused() throws IOException {
        RingProvider.Offer offer = rings.offer(SHAPE);
        byte[] description = offer.description();
        Path file = onlyFile();
        assertThatThrownBy(() -> rings.open(RingShape.DEFAULT, description)).hasMessageContaining("bytes instead of");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
        assertRefused(description, "mode 0600");
        Path moved = Files.move(file, directory.resolve("elsewhere"));
        assertRefused(description, "on another machine or in another container");
        Files.createSymbolicLink(file, moved);
        assertRefused(description, "not a regular file");
        offer.memory().close();
    }

    @Test
    void filesOfProcessesThatWereKilledAreDeleted() throws IOException {
        RingProvider.Offer stale = rings.offer(SHAPE);
        Files.setLastModifiedTime(onlyFile(), FileTime.from(Instant.now().minusSeconds(100)));
        RingProvider.Offer fresh = rings.offer(SHAPE);
        Path other = Files.createFile(directory.resolve("other"));
        Files.setLastModifiedTime(other, FileTime.from(Instant.EPOCH));
        ShmRings.open(directory, SHAPE);
        assertThat(files()).hasSize(2).contains(other);
        try (RingMemory memory = rings.open(SHAPE, fresh.description())) {
            assertThat(memory).isNotNull();
        }
        stale.memory().close();
        fresh.memory().close();
    }

    @Test
    void namesTheRemedyIfThereIsNoSharedMemory() {
        assertThatThrownBy(() -> ShmRings.open(directory.resolve("none"), SHAPE))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("none does not exist")
                .hasMessageContaining("--shm-size")
                .hasMessageContaining("net.transport = tcp");
    }

    private void assertRefused(byte[] description, String why) {
        assertThatThrownBy(() -> rings.open(SHAPE, description))
                .isInstanceOf(SssException.class)
                .hasMessageContaining(why);
    }

    /** Or it would be thrown in whatever the thread does next, of another connection as well. */
    @Test
    void theErrorOfAFaultDoesNotOutliveTheCheck() throws IOException {
        for (int i = 0; i < FAULTS; i++) {
            RingProvider.Offer offer = rings.offer(SHAPE);
            try (RingMemory memory = offer.memory();
                    FileChannel file = FileChannel.open(onlyFile(), StandardOpenOption.WRITE)) {
                file.truncate(4096);
                readAndCheck(memory);
            }
            assertThat(new byte[4 << 20]).isNotNull(); // where a fault that is left would be thrown
        }
    }

    private static void readAndCheck(RingMemory memory) {
        for (int errors = 0; errors < 10; errors++) {
            try {
                memory.word(RingWord.TAIL);
                memory.check();
                throw new AssertionError("a truncated file passed the check");
            } catch (SssException e) {
                assertThat(e).hasMessageContaining("has changed the size of the shared memory");
                return;
            } catch (InternalError e) {
                continue; // thrown before the check
            }
        }
        throw new AssertionError("no check ended in an SssException");
    }
}
