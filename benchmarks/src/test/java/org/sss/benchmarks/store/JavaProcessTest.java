package org.sss.benchmarks.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class JavaProcessTest {
    @Test
    void onlyNodesGetTheOptionsThatTheLauncherGivesToThem() throws IOException {
        String launcher = Files.readString(Path.of("..", "sss"));
        assertThat(launcher).contains(JavaProcess.NODE_OPTIONS);
        assertThat(JavaProcess.command(List.of("-Xmx64m"), JavaProcessTest.class, List.of("argument")))
                .contains("-Xmx64m").doesNotContainAnyElementsOf(JavaProcess.NODE_OPTIONS)
                .endsWith(JavaProcessTest.class.getName(), "argument");
    }
}
