package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.net.testing.ErrorLog;
import org.sss.net.testing.FuzzBytes;
import org.sss.net.testing.FuzzChecks;
import org.sss.net.testing.FuzzTarget;
import org.sss.net.transport.Callbacks;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Recorder;
import org.sss.net.transport.tls.TestCertificates;
import org.sss.net.transport.tls.Tls;

/**
 * Two nodes connect with TLS, and what one of them sends is changed on its way: no error is logged and no buffer is
 * lost. One thread.
 *
 * <pre>
 *   input: u8 side (1: the bytes of the connecting node are changed, 0: those of the listener), u8 bytes of a read (0: all)
 *          edits: u16 offset after the edit before it, u8 that is XORed
 * </pre>
 */
public final class TlsFuzz implements FuzzTarget {
    private static final NodeAddress PEER = new NodeAddress("127.0.0.1", 1);
    private static final TcpConfig CONFIG = TcpConfig.DEFAULTS;
    private static final SendMemory SEND_MEMORY = new SendMemory(1 << 20);

    private final UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(true, true);
    private Tls tls;
    private FuzzBytes in;
    private int readBytes;
    private long untilEdit;

    @Override
    public boolean accepts(byte[] input) {
        in = new FuzzBytes(input);
        boolean ofConnecting = (in.nextByte() & 1) != 0;
        readBytes = in.nextByte();
        nextEdit();
        EmbeddedChannel listening = new EmbeddedChannel();
        EmbeddedChannel connecting = new EmbeddedChannel();
        listening.config().setAllocator(memory);
        connecting.config().setAllocator(memory);
        try (ErrorLog log = ErrorLog.open()) {
            TcpConnection accepted = Pipeline.accepted(
                    listening,
                    PEER,
                    CONFIG,
                    SEND_MEMORY,
                    (verb, header, stream) -> new Recorder(),
                    false,
                    new PeerLines(),
                    TcpSecurity.nodes(tls()));
            listening.pipeline().fireChannelActive();
            TcpConnection connection =
                    Pipeline.connecting(connecting, PEER, CONFIG, SEND_MEMORY, TcpSecurity.OFF, tls().client(memory));
            connecting.pipeline().fireChannelActive();
            exchange(connecting, listening, ofConnecting);
            boolean whole = connection.handshake().isDone()
                    && !connection.isClosing()
                    && accepted.limited().principal() != null;
            if (whole) {
                connection.open("hold", new byte[8], new Recorder());
                exchange(connecting, listening, ofConnecting);
            }
            boolean open = whole && !connection.isClosing() && !accepted.isClosing();
            close(connecting, listening);
            FuzzChecks.nothingLogged(log);
            FuzzChecks.nothingLeaked(memory);
            return open;
        } finally {
            connecting.finishAndReleaseAll();
            listening.finishAndReleaseAll();
        }
    }

    private void exchange(EmbeddedChannel connecting, EmbeddedChannel listening, boolean ofConnecting) {
        boolean moved = true;
        while (moved) {
            moved = pass(connecting, listening, ofConnecting) | pass(listening, connecting, !ofConnecting);
        }
    }

    private boolean pass(EmbeddedChannel from, EmbeddedChannel to, boolean isEdited) {
        Callbacks.run(from::runPendingTasks);
        boolean moved = false;
        for (ByteBuf written = from.readOutbound(); written != null; written = from.readOutbound()) {
            byte[] bytes = TestFrames.bytes(written);
            if (isEdited) {
                edit(bytes);
            }
            read(to, bytes);
            moved = true;
        }
        return moved;
    }

    private void read(EmbeddedChannel to, byte[] bytes) {
        int step = readBytes == 0 ? Math.max(1, bytes.length) : readBytes;
        for (int at = 0; at < bytes.length && to.isOpen(); at += step) {
            int count = Math.min(step, bytes.length - at);
            ByteBuf read = memory.directBuffer(count).writeBytes(bytes, at, count);
            try {
                Callbacks.run(() -> to.writeInbound(read));
                Callbacks.run(to::runPendingTasks);
            } catch (DecoderException e) {
                if (to.isOpen()) { // otherwise its handlers have been removed, and know
                    throw e;
                }
            }
        }
    }

    private void edit(byte[] bytes) {
        long at = untilEdit;
        while (at < bytes.length) {
            bytes[(int) at] ^= (byte) in.nextByte();
            nextEdit();
            at += untilEdit + 1;
        }
        untilEdit = at - bytes.length;
    }

    private void nextEdit() {
        untilEdit = in.isEmpty() ? Integer.MAX_VALUE : (long) in.nextByte() << 8 | in.nextByte();
    }

    private static void close(EmbeddedChannel... channels) {
        for (EmbeddedChannel channel : channels) {
            channel.close();
            Callbacks.run(channel::runPendingTasks);
            for (ByteBuf written = channel.readOutbound(); written != null; written = channel.readOutbound()) {
                written.release();
            }
        }
    }

    private Tls tls() {
        if (tls == null) {
            try {
                tls = create();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return tls;
    }

    private static Tls create() throws IOException {
        Path directory = Files.createTempDirectory("tls-fuzz");
        try {
            return new TestCertificates().node(directory, "node-1");
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        Map<String, byte[]> seeds = new LinkedHashMap<>();
        seeds.put("listener", new byte[] {0, 0, 0, 50, 0, 1, 0, 0});
        seeds.put("connecting", new byte[] {1, 0, 0, 50, 0, 1, 0, 0});
        seeds.put("single-bytes", new byte[] {1, 1});
        seeds.put("small-reads", new byte[] {0, 7});
        return seeds;
    }
}
