package org.sss.cli.chaos;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;

/** A peer whose TLS handshake is changed on its way, and one that misuses TLS after it. One thread. */
final class HandshakeAttack implements Attack {
    private static final int ANSWER_MILLIS = 20;
    private static final int MANY = 3000;

    private final List<Integer> ports;
    private final List<SSLContext> contexts;
    private final Random random;
    private final ByteChanges changes;
    private final Findings findings;

    /** @param contexts with and without a certificate */
    HandshakeAttack(List<Integer> ports, List<SSLContext> contexts, Random random, Findings findings) {
        this.ports = ports;
        this.contexts = contexts;
        this.random = random;
        this.findings = findings;
        changes = new ByteChanges(random);
    }

    @Override
    public void attack(Parked parked) throws IOException {
        boolean isChanged = random.nextInt(3) > 0;
        RawTls tls = parked.add(new RawTls(
                ports.get(random.nextInt(ports.size())),
                contexts.get(random.nextInt(contexts.size())),
                isChanged ? changer() : UnaryOperator.identity()));
        try {
            if (random.nextInt(8) == 0) {
                tls.sendRaw(rubbish());
                findings.answer("rubbish");
            } else {
                tls.handshake(ANSWER_MILLIS);
                findings.answer(isChanged ? "changed handshake accepted" : "handshake");
                misuse(tls);
            }
        } catch (IOException closed) {
            findings.answer(closed.getClass().getSimpleName());
        }
        if (random.nextInt(4) == 0) {
            tls.reset();
        }
    }

    /** Changes one of the first writes. */
    private UnaryOperator<byte[]> changer() {
        int[] left = {random.nextInt(3)};
        return bytes -> left[0]-- == 0 ? changes.changed(bytes) : bytes;
    }

    private byte[] rubbish() {
        byte[] bytes = changes.bytes(1 + random.nextInt(1 + random.nextInt(100_000)));
        if (random.nextBoolean()) { // the header of a TLS record
            bytes[0] = (byte) (20 + random.nextInt(5));
            System.arraycopy(new byte[] {3, (byte) random.nextInt(5)}, 0, bytes, 1, Math.min(2, bytes.length - 1));
        }
        return bytes;
    }

    private void misuse(RawTls tls) throws IOException {
        switch (random.nextInt(5)) {
            case 0 -> {
                for (int i = random.nextInt(1 + random.nextInt(MANY)); i > 0; i--) {
                    tls.handshake(ANSWER_MILLIS); // of TLS 1.3: new keys
                }
            }
            case 1 -> {
                for (int i = random.nextInt(1 + random.nextInt(MANY)); i > 0; i--) {
                    tls.send(new byte[1]);
                }
            }
            case 2 -> tls.sendRaw(rubbish());
            case 3 -> {
                tls.send(RawPeer.preface());
                tls.engine().closeOutbound();
                tls.handshake(ANSWER_MILLIS);
            }
            default -> tls.receive(ANSWER_MILLIS);
        }
    }
}
