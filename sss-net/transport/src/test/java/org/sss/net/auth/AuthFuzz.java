package org.sss.net.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.ListenerId;
import org.sss.net.peer.Peer;
import org.sss.net.peer.Role;
import org.sss.net.rpc.Json;
import org.sss.net.testing.ErrorLog;
import org.sss.net.testing.FuzzBytes;
import org.sss.net.testing.FuzzChecks;
import org.sss.net.testing.FuzzTarget;
import org.sss.net.transport.Message;
import org.sss.net.transport.Recorder;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/**
 * The stream {@code auth} at a listener: only the right proof for the challenge authenticates the peer, and everything
 * else is rejected by an error of the protocol. One thread.
 *
 * <pre>
 *   input: u16 length, header
 *          messages: u8 0, u16 length, message
 *                    u8 1, u8 number of edits (u8 offset, u8 that is XORed): the right proof, edited
 * </pre>
 */
public final class AuthFuzz implements FuzzTarget {
    private static final ListenerId LISTENER = new ListenerId("127.0.0.1", 4711, new byte[0]);
    private static final Token TOKEN = Token.parse("sss1." + "0".repeat(32) + ".00000001." + "A".repeat(43));
    private static final Set<ErrorCode> REJECTIONS = EnumSet.of(ErrorCode.UNAUTHENTICATED, ErrorCode.PROTOCOL);

    private final TestTokens tokens = new TestTokens(TOKEN.realm());
    private final AuthService service;

    public AuthFuzz() {
        tokens.next.add(TokenEntry.of(TOKEN, "test", Role.READ, List.of(), 75, 0, 0));
        tokens.read();
        service = new AuthService((verb, header, stream) -> new Recorder(), tokens, 1);
    }

    @Override
    public boolean accepts(byte[] input) {
        FuzzBytes in = new FuzzBytes(input);
        byte[] header = in.next(in.nextShort());
        OneStream stream = new OneStream();
        try (ErrorLog log = ErrorLog.open()) {
            boolean proved = false;
            boolean wellFormed = true;
            try {
                StreamHandler handler = service.open(Handshake.AUTH.name(), Message.of(header), stream);
                Handshake.Hello hello = Json.read(header, Handshake.Hello.class, "the header");
                byte[] right = Keys.of(new byte[32]).proof(Handshake.transcript(hello, stream.challenge, TOKEN.id()));
                while (!in.isEmpty()) {
                    byte[] message = in.nextByte() == 1 ? edited(in, right) : in.next(in.nextShort());
                    proved |= !stream.isOver && isRight(message, right);
                    give(handler, message);
                }
                handler.onEnd(Message.EMPTY);
            } catch (SssException e) {
                stream.fail(e);
                wellFormed = false;
            }
            check(stream, proved, log);
            return wellFormed;
        } finally {
            stream.peer.closed();
        }
    }

    private static void give(StreamHandler handler, byte[] message) {
        ByteBuf frame = Unpooled.wrappedBuffer(message.length == 0 ? new byte[1] : message);
        try {
            handler.onData(frame);
        } finally {
            if (frame.refCnt() != 0) {
                throw new AssertionError("the message was not released");
            }
        }
    }

    private static void check(OneStream stream, boolean proved, ErrorLog log) {
        boolean authenticated = stream.peer.principal() != null;
        if (authenticated != proved) {
            throw new AssertionError(
                    proved ? "the right proof was rejected: " + stream.error : "authenticated without a proof");
        }
        if (!authenticated && stream.error != null && !REJECTIONS.contains(stream.error.code())) {
            throw new AssertionError("unexpected error", stream.error);
        }
        FuzzChecks.nothingLogged(log);
    }

    private static byte[] edited(FuzzBytes in, byte[] right) {
        byte[] message = Json.write(new Handshake.Proof(TOKEN.id(), right));
        for (int left = in.nextByte(); left > 0; left--) {
            message[in.nextByte() % message.length] ^= (byte) in.nextByte();
        }
        return message;
    }

    private static boolean isRight(byte[] message, byte[] right) {
        if (message.length > Handshake.MAX_BYTES) {
            return false;
        }
        try {
            Handshake.Proof proof = Json.read(message, Handshake.Proof.class, "the proof");
            return proof.token().equals(TOKEN.id()) && Arrays.equals(proof.proof(), right);
        } catch (SssException notAProof) {
            return false;
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        Map<String, byte[]> seeds = new LinkedHashMap<>();
        byte[] hello = Json.write(new Handshake.Hello(
                Handshake.VERSION,
                new byte[Handshake.NONCE_BYTES],
                LISTENER.port(),
                LISTENER.host(),
                LISTENER.certificate()));
        seeds.put("proof", input(hello, new byte[] {1, 0}));
        byte[] json = Json.write(new Handshake.Proof(TOKEN.id(), new byte[32]));
        byte[] wrong = new byte[3 + json.length];
        wrong[2] = (byte) json.length;
        System.arraycopy(json, 0, wrong, 3, json.length);
        seeds.put("wrongProof", input(hello, wrong));
        seeds.put("editedProof", input(hello, new byte[] {1, 2, 0, 0, 40, 0}));
        return seeds;
    }

    private static byte[] input(byte[] header, byte[] messages) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(header.length >> 8);
        out.write(header.length);
        out.writeBytes(header);
        out.writeBytes(messages);
        return out.toByteArray();
    }

    /** A stream of a peer that has not authenticated. */
    private static final class OneStream implements Stream {
        private final Peer peer = Peer.unauthenticated(null);
        private Handshake.Challenge challenge;
        private SssException error;
        private boolean isOver;

        OneStream() {
            peer.connectedTo(() -> LISTENER);
        }

        @Override
        public void send(ByteBuf data) {
            throw new AssertionError("callbacks must not wait for credit");
        }

        @Override
        public boolean trySend(ByteBuf data) {
            challenge = Json.read(ByteBufUtil.getBytes(data), Handshake.Challenge.class, "the challenge");
            data.release();
            return true;
        }

        @Override
        public void end(Message trailer) {
            String welcome = new String(trailer.bytes(), UTF_8);
            if (!welcome.contains("\"signature\"")) {
                throw new AssertionError("not a welcome: " + welcome);
            }
            isOver = true;
        }

        @Override
        public void fail(SssException why) {
            if (error == null) {
                error = why;
            }
            isOver = true;
        }

        @Override
        public Peer peer() {
            return peer;
        }

        @Override
        public void grant(int bytes) {
            // nothing is counted
        }
    }
}
