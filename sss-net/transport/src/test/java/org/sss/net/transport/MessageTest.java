package org.sss.net.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MessageTest {
    @Test
    void valueIsEncodedOnceAndOnlyIfAskedFor() {
        AtomicInteger encodings = new AtomicInteger();
        Message message = Message.of("seven", value -> new byte[encodings.incrementAndGet()]);
        assertThat(message.value()).isEqualTo("seven");
        assertThat(message.size()).isZero();
        assertThat(encodings).hasValue(0);
        assertThat(message.bytes()).hasSize(1).isSameAs(message.bytes());
        assertThat(message.size()).isEqualTo(1);
    }

    @Test
    void bytesHaveNoValue() {
        assertThat(Message.of(new byte[3]).value()).isNull();
        assertThat(Message.of(new byte[3]).size()).isEqualTo(3);
        assertThat(Message.of(new byte[0])).isSameAs(Message.EMPTY);
    }
}
