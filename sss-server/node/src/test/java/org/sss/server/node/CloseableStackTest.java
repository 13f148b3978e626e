package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class CloseableStackTest {
    private final CloseableStack stack = new CloseableStack("node 3");
    private final List<String> closed = new ArrayList<>();

    private void push(String name) {
        stack.push(() -> closed.add(name));
    }

    @Test
    void closesInReverseOrderDespiteFailure() {
        push("a");
        stack.push(() -> {
            closed.add("b");
            throw new IllegalStateException("it is broken");
        });
        push("c");
        stack.close();
        stack.close();
        assertThat(closed).containsExactly("c", "b", "a");
    }

    @Test
    void closesResourcePushedAfterClose() {
        stack.close();
        assertThatThrownBy(() -> push("late"))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED))
                .hasMessage("node 3 is stopping");
        assertThat(closed).containsExactly("late");
    }
}
