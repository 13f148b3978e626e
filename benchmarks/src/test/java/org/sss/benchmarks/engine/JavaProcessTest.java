package org.sss.benchmarks.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class JavaProcessTest {
    @Test
    void onlyNodesGetTheOptionsThatTheLauncherGivesToThem() throws IOException {
        String launcher = Files.readString(Path.of("..", "sss"));
        assertThat(launcher).contains(JavaProcess.NODE_OPTIONS);
        assertThat(JavaProcess.command(
                        List.of("-Xmx64m"), System.getProperty("java.class.path"), JavaProcessTest.class, "argument"))
                .contains("-Xmx64m")
                .doesNotContainAnyElementsOf(JavaProcess.NODE_OPTIONS)
                .endsWith(JavaProcessTest.class.getName(), "argument");
    }

    @Test
    void methodsThatOptionsNameExist() throws ReflectiveOperationException {
        String option = "-XX:CompileCommand=dontinline,";
        List<String[]> named = JavaProcess.NODE_OPTIONS.stream()
                .filter(given -> given.startsWith(option))
                .map(given -> given.substring(option.length()).split("::"))
                .toList();
        assertThat(named).isNotEmpty();
        for (String[] method : named) {
            assertThat(Class.forName(method[0]).getDeclaredMethods())
                    .extracting(Method::getName)
                    .contains(method[1]);
        }
    }
}
