package org.sss.server.task.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UserFramesTest {
    @Test
    void classesThatAreNamedExist() throws ClassNotFoundException {
        for (String name : UserFrames.CALLERS) {
            assertThat(Class.forName(name)).isNotNull();
        }
        assertThat(Class.forName(UserFrames.SIDE_WALK)).isNotNull();
        assertThat(UserFrames.isEncoding("org.sss.server.task.output.SortEmitter")).isTrue();
        assertThat(Class.forName("org.sss.server.task.output.SortEmitter")).isNotNull();
    }
}
