package org.sss.dataserver.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class NativeLibraryTest {
    private static final String SYSTEM = "os.name";

    private final String before = System.getProperty(SYSTEM);

    @AfterEach
    void restore() {
        System.setProperty(SYSTEM, before);
    }

    @Test
    void saysWhereNodesRunOnAnotherSystem() {
        System.setProperty(SYSTEM, "Mac OS X");
        assertThatThrownBy(() -> NativeLibrary.load(null))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContainingAll(
                        "SSS nodes run on Linux only", "this is Mac OS X", "container", "WSL 2", "--cluster HOST:PORT");
    }
}
