package org.sss.net.transport;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;

/** A service that records each stream and passes it to the test. */
public final class Acceptor implements Service {
    private final BlockingQueue<Accepted> accepted = new LinkedBlockingQueue<>();

    /** The acceptor's end of a stream. */
    public record Accepted(String verb, byte[] header, Stream stream, Recorder recorder) {}

    @Override
    public StreamHandler open(String verb, Message header, Stream stream) {
        Accepted opened = new Accepted(verb, header.bytes(), stream, new Recorder());
        accepted.add(opened);
        return opened.recorder();
    }

    public Accepted next() throws InterruptedException {
        Accepted opened = accepted.poll(TransportFixture.WAIT.toSeconds(), TimeUnit.SECONDS);
        Assertions.assertThat(opened).as("an accepted stream").isNotNull();
        return opened;
    }
}
