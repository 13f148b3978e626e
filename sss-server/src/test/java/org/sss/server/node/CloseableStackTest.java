package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class CloseableStackTest {
    private final CloseableStack parts = new CloseableStack("node 3");
    private final List<String> closed = new ArrayList<>();

    private void keep(String name) {
        parts.keep(() -> closed.add(name));
    }

    @Test
    void theLatestIsClosedFirstAndAllAreThoughOneFails() {
        keep("a");
        parts.keep(() -> {
            closed.add("b");
            throw new IllegalStateException("it is broken");
        });
        keep("c");
        parts.close();
        parts.close();
        assertThat(closed).containsExactly("c", "b", "a");
    }

    @Test
    void whatIsOpenedTooLateIsClosedAtOnce() {
        parts.close();
        assertThatThrownBy(() -> keep("late")).isInstanceOfSatisfying(SssException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED)).hasMessage("node 3 is stopping");
        assertThat(closed).containsExactly("late");
    }
}
