package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Role;
import org.sss.net.rpc.RpcService;
import org.sss.net.rpc.Verb;
import org.sss.net.testing.ErrorLog;
import org.sss.net.testing.FuzzBytes;
import org.sss.net.testing.FuzzChecks;
import org.sss.net.testing.FuzzTarget;
import org.sss.net.transport.Callbacks;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.StreamHandler;

/**
 * A whole connection at a node, from the bytes of the socket to the handlers of calls and streams and back: no error is
 * logged and no buffer is lost. One thread.
 *
 * <pre>
 *   input: flags (1: the node has connected, otherwise the peer; 2: a peer that connects must authenticate, and does not)
 *          reads: u8 length, bytes (preceded by a preface)
 * </pre>
 */
public final class ConnectionFuzz implements FuzzTarget {
    private static final NodeAddress PEER = new NodeAddress("127.0.0.1", 1);
    private static final int WINDOW = 64;
    private static final SendMemory SEND_MEMORY = new SendMemory(1 << 20);
    private static final TcpConfig CONFIG =
            TcpConfig.DEFAULTS.withStreams(new StreamConfig(WINDOW, Duration.ofMillis(1), 3));

    private final UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(true, true);
    private final Frames frames = new Frames(memory);
    private final Queue<Runnable> calls = new ArrayDeque<>();
    private int opened;
    private final RpcService service = new RpcService(this::run)
            .on(verb("call"), Question.class, question -> new Answer(question.group(), List.of()))
            .onStream(verb("take"), (header, stream) -> opened(new Taking(stream)))
            .onStream(verb("hold"), (header, stream) -> opened(new Holding()))
            .onStream(verb("give"), (header, stream) -> opened(new Giving(stream)));

    /** A call, as nodes have them. */
    record Question(long group, String identity) {}

    record Answer(long group, List<Long> values) {}

    private void run(Runnable call) {
        opened++;
        calls.add(call);
    }

    private StreamHandler opened(StreamHandler handler) {
        opened++;
        return handler;
    }

    @Override
    public boolean accepts(byte[] input) {
        FuzzBytes in = new FuzzBytes(input);
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.config().setAllocator(memory);
        opened = 0;
        try (ErrorLog log = ErrorLog.open()) {
            int flags = in.nextByte();
            boolean connecting = (flags & 1) != 0;
            TcpSecurity security = (flags & 2) != 0 ? TcpSecurity.tokens() : TcpSecurity.OFF;
            TcpConnection connection = connecting
                    ? Pipeline.connecting(channel, PEER, CONFIG, SEND_MEMORY)
                    : Pipeline.accepted(channel, PEER, CONFIG, SEND_MEMORY, service, false, new PeerLines(), security);
            channel.pipeline().fireChannelActive();
            read(channel, TestFrames.bytes(frames.preface(0, WINDOW, 0)));
            if (connecting) {
                connection.open("give", new byte[0], new Holding());
            }
            while (!in.isEmpty() && channel.isOpen()) {
                read(channel, in.next(1 + in.nextByte()));
            }
            boolean open = channel.isOpen();
            channel.close();
            work(channel);
            FuzzChecks.nothingLogged(log);
            FuzzChecks.nothingLeaked(memory);
            if (!connecting
                    && security != TcpSecurity.OFF
                    && (opened != 0 || connection.limited().principal() != null)) {
                throw new AssertionError("a verb was opened by a peer that has not authenticated");
            }
            return open;
        } finally {
            channel.finishAndReleaseAll();
            calls.clear();
        }
    }

    private void read(EmbeddedChannel channel, byte[] bytes) {
        ByteBuf read = memory.directBuffer(bytes.length).writeBytes(bytes);
        Callbacks.run(() -> channel.writeInbound(read));
        work(channel);
    }

    private void work(EmbeddedChannel channel) {
        Callbacks.run(channel::runPendingTasks);
        for (Runnable call = calls.poll(); call != null; call = calls.poll()) {
            call.run();
            Callbacks.run(channel::runPendingTasks);
        }
        for (ByteBuf written = channel.readOutbound(); written != null; written = channel.readOutbound()) {
            written.release();
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        Map<String, byte[]> seeds = new LinkedHashMap<>();
        byte[] none = {};
        byte[] end = TestFrames.bytes(frames.end(1, none));
        byte[] credit = TestFrames.bytes(frames.credit(1, 1000));
        byte[] ping = TestFrames.bytes(frames.ping());
        byte[] fail = TestFrames.bytes(frames.fail(1, new SssException(ErrorCode.CANCELLED, "enough", null, "at x")));
        byte[] data = TestFrames.data(1, TestFrames.text("a block"));
        seeds.put("call", reads(0, open("call"), TestFrames.data(1, TestFrames.text("{\"group\":7}")), end));
        seeds.put("take", reads(0, open("take"), data, data, ping, end));
        seeds.put("hold", reads(0, open("hold"), data, data, fail));
        seeds.put("give", reads(0, open("give"), credit, end));
        seeds.put("unknown", reads(0, open("unknown"), data, end));
        seeds.put(
                "withoutToken",
                reads(2, open("call"), TestFrames.data(1, TestFrames.text("{\"group\":7}")), end, ping));
        seeds.put("connected", reads(1, data, credit, end));
        return seeds;
    }

    private byte[] open(String verb) {
        return TestFrames.bytes(frames.open(1, TestFrames.text(verb), TestFrames.text("{}")));
    }

    private static byte[] reads(int side, byte[]... reads) {
        byte[] all = {(byte) side};
        for (byte[] read : reads) {
            all = TestFrames.join(all, new byte[] {(byte) (read.length - 1)}, read);
        }
        return all;
    }

    /** Consumes all data, and ends when the peer does. */
    private record Taking(Stream stream) implements StreamHandler {
        @Override
        public void onData(ByteBuf data) {
            int bytes = data.readableBytes();
            data.release();
            stream.grant(bytes);
        }

        @Override
        public void onEnd(Message trailer) {
            stream.end(trailer);
        }

        @Override
        public void onError(SssException error) {
            // no resources
        }
    }

    /** Buffers all data until the end. */
    private static final class Holding implements StreamHandler {
        private final List<ByteBuf> buffered = new ArrayList<>();

        @Override
        public void onData(ByteBuf data) {
            buffered.add(data);
        }

        @Override
        public void onEnd(Message trailer) {
            buffered.forEach(ByteBuf::release);
            buffered.clear();
        }

        @Override
        public void onError(SssException error) {
            onEnd(null);
        }
    }

    /** Sends three frames as credit arrives, then ends. */
    private final class Giving implements StreamHandler {
        private final Stream stream;
        private int left = 3;

        Giving(Stream stream) {
            this.stream = stream;
            calls.add(this::give);
        }

        private void give() {
            try {
                while (left > 0) {
                    ByteBuf frame = memory.directBuffer(WINDOW).writeZero(WINDOW);
                    if (!trySend(frame)) {
                        return;
                    }
                    left--;
                }
                stream.end(new byte[1]);
            } catch (SssException over) {
                left = 0;
            }
        }

        private boolean trySend(ByteBuf frame) {
            boolean sent = false;
            try {
                sent = stream.trySend(frame);
                return sent;
            } finally {
                if (!sent) {
                    frame.release();
                }
            }
        }

        @Override
        public void onData(ByteBuf data) {
            data.release();
        }

        @Override
        public void onEnd(Message trailer) {
            // continues to send
        }

        @Override
        public void onError(SssException error) {
            left = 0;
        }

        @Override
        public void onWritable() {
            calls.add(this::give);
        }
    }

    private static Verb verb(String name) {
        return Verb.of(name, Role.READ);
    }
}
