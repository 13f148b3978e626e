package org.sss.net.transport.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events that throw. */
class InboxTest {
    private final List<String> seen = new ArrayList<>();
    private final Inbox inbox = new Inbox(error -> seen.add("broken: " + error.getMessage()));

    private void add(Throwable thrown) {
        inbox.add(() -> {
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        });
    }

    @Test
    void afterAnErrorTheNextEventsRunAndTheErrorIsReported() {
        add(new StackOverflowError("deep"));
        inbox.add(() -> seen.add("next"));
        add(new StackOverflowError("deeper"));
        assertThatThrownBy(inbox::drain).isInstanceOf(StackOverflowError.class).hasMessage("deep");
        assertThat(seen).containsExactly("next", "broken: deep");
        inbox.add(() -> seen.add("later"));
        inbox.drain();
        assertThat(seen).endsWith("later").hasSize(3);
    }

    @Test
    void exceptionIsThrownByTheDrainingThreadAndBreaksNothing() {
        add(new IllegalStateException("not allowed"));
        inbox.add(() -> seen.add("next"));
        assertThatThrownBy(inbox::drain).hasMessage("not allowed");
        assertThat(seen).containsExactly("next");
    }
}
