package org.sss.cli.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.sss.net.auth.ClientMessages;
import org.sss.net.auth.Token;
import org.sss.net.testing.FuzzBlocks;

/** A peer with a valid token that sends valid and changed requests of all verbs. One thread. */
final class TokenAttack implements Attack {
    private static final int ANSWER_MILLIS = 5000;
    private static final int REQUESTS = 200;
    private static final byte[] NONE = {};

    private final int port;
    private final SSLContext context = RawTls.context();
    private final VerbInputs verbs;
    private final Token token;
    private final Random random;
    private final ByteChanges changes;
    private final Findings findings;
    private final List<byte[]> blocks = new ArrayList<>();
    private Map<Integer, String> streams = new HashMap<>();

    TokenAttack(int port, VerbInputs verbs, Token token, Random random, Findings findings) {
        this.port = port;
        this.verbs = verbs;
        this.token = token;
        this.random = random;
        this.findings = findings;
        changes = new ByteChanges(random);
        FuzzBlocks.runs().values().forEach(blocks::addAll);
    }

    @Override
    public void attack(Parked parked) throws IOException {
        RawPeer peer = new RawPeer(parked.add(new RawTls(port, context, UnaryOperator.identity())));
        streams = new HashMap<>();
        peer.tls().handshake(ANSWER_MILLIS);
        authenticate(peer);
        for (int i = random.nextInt(REQUESTS); i > 0; i--) {
            step(peer);
            findings.input();
            listen(peer, random.nextInt(4) == 0 ? 1 + random.nextInt(10) : 0);
        }
        if (random.nextInt(8) == 0) {
            peer.tls().reset();
        }
    }

    private void authenticate(RawPeer peer) throws IOException {
        byte[] hello = ClientMessages.hello(peer.tls().certificate());
        int stream = peer.nextStream();
        peer.send(RawPeer.preface(), RawPeer.open(stream, "auth", hello));
        List<RawPeer.Frame> frames = peer.receive(ANSWER_MILLIS);
        while (frames.isEmpty() || frames.get(0).type() != RawPeer.DATA) {
            if (!frames.isEmpty()) {
                throw new IOException("instead of the challenge: " + frames.get(0));
            }
            frames = peer.receive(ANSWER_MILLIS);
        }
        peer.send(
                RawPeer.frame(
                        RawPeer.DATA,
                        stream,
                        ClientMessages.proof(token, hello, frames.get(0).payload())),
                RawPeer.frame(RawPeer.END, stream, NONE));
        streams.put(stream, "auth");
    }

    private void step(RawPeer peer) throws IOException {
        switch (random.nextInt(40)) {
            case 0 ->
                peer.send(changes.changed(
                        RawPeer.frame(1 + random.nextInt(7), anyStream(), changes.bytes(random.nextInt(60)))));
            case 1 -> peer.send(RawPeer.frame(RawPeer.CREDIT, anyStream(), new byte[] {0, 1, 0, 0}));
            case 2 ->
                peer.send(RawPeer.frame(
                        RawPeer.END,
                        anyStream(),
                        changes.maybe("{\"attempts\":[{\"writer\":\"wf-1/count\",\"source\":3,\"attempt\":0}]}"
                                .getBytes(UTF_8))));
            case 3 ->
                peer.send(RawPeer.frame(
                        RawPeer.FAIL,
                        anyStream(),
                        changes.maybe(RawPeer.join(
                                new byte[] {9}, "CANCELLED".getBytes(UTF_8), new byte[] {0, 1, 'x', 'y'}))));
            default -> request(peer, verbs.next());
        }
    }

    private int anyStream() {
        return 1 + random.nextInt(1 + streams.size());
    }

    private void request(RawPeer peer, VerbInputs.Input input) throws IOException {
        int stream = peer.nextStream();
        streams.put(stream, input.verb());
        boolean isEnded = random.nextInt(10) > 0;
        switch (input.verb()) {
            case "data.put" -> {
                peer.send(RawPeer.open(stream, input.verb(), input.body()), puts(stream));
                end(peer, stream, isEnded);
            }
            case "blob.put" -> {
                byte[] content = verbs.blob();
                byte[] header = random.nextInt(4) == 0
                        ? input.body()
                        : ("{\"id\":\"" + VerbInputs.id(content) + "\"}").getBytes(UTF_8);
                peer.send(RawPeer.open(stream, input.verb(), header));
                peer.send(content.length == 0 ? NONE : RawPeer.frame(RawPeer.DATA, stream, content));
                end(peer, stream, isEnded);
            }
            case "group.write", "blob.get", "workflow.follow", "task.run", "data.scan", "data.get" -> {
                peer.send(RawPeer.open(stream, input.verb(), input.body()));
                end(peer, stream, isEnded && !input.verb().equals("group.write"));
            }
            default -> {
                peer.send(
                        RawPeer.open(stream, input.verb(), random.nextInt(30) == 0 ? input.body() : NONE),
                        input.body().length == 0 ? NONE : RawPeer.frame(RawPeer.DATA, stream, input.body()));
                end(peer, stream, isEnded);
            }
        }
    }

    private static void end(RawPeer peer, int stream, boolean isEnded) throws IOException {
        if (isEnded) {
            peer.send(RawPeer.frame(RawPeer.END, stream, NONE));
        }
    }

    private byte[] puts(int stream) {
        byte[] all = NONE;
        for (int i = random.nextInt(4); i > 0; i--) {
            byte[] block = blocks.get(random.nextInt(blocks.size()));
            block = switch (random.nextInt(4)) {
                case 0 -> changes.changed(block);
                case 1 -> FuzzBlocks.repair(changes.changed(block));
                default -> block;
            };
            byte[] head = ByteBuffer.allocate(8)
                    .putInt(random.nextInt(5))
                    .putInt(random.nextInt(3))
                    .array();
            all = RawPeer.join(all, RawPeer.frame(RawPeer.DATA, stream, RawPeer.join(head, block)));
        }
        return all;
    }

    private void listen(RawPeer peer, int waitMillis) throws IOException {
        for (RawPeer.Frame frame : peer.receive(waitMillis)) {
            String verb = streams.getOrDefault(frame.stream(), "");
            if (frame.type() == RawPeer.FAIL) {
                findings.answer(frame.code());
                if (frame.code().equals("INTERNAL")) {
                    findings.problem(verb + ": " + frame.message());
                }
            } else if (frame.type() == RawPeer.DATA) {
                verbs.learn(verb, frame.payload());
            } else if (frame.type() == RawPeer.END) {
                findings.answer("END");
            }
        }
    }
}
