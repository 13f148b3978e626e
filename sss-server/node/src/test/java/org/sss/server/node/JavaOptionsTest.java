package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class JavaOptionsTest {
    private static final Path TOP = Path.of("../..");

    /** The options that the launcher passes in each environment. */
    private static List<String> ofLauncher() throws IOException {
        String launcher = Files.readString(TOP.resolve("sss"));
        String always = launcher.substring(
                launcher.indexOf("options=("),
                launcher.indexOf("if [ -n \"${SSS_MAKE_ARCHIVE:-}\" ]; then\n", launcher.indexOf("options=(")));
        String code = always.replaceAll("(?m)^#.*$", "");
        return Stream.of(code.split("options\\+?=\\(|\\)|\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    @Test
    void launcherPassesOptionsOfTable() throws IOException {
        assertThat(ofLauncher()).containsExactlyInAnyOrderElementsOf(JavaOptions.all());
    }

    @Test
    void guideNamesOptionsForPrograms() throws IOException {
        assertThat(Files.readString(TOP.resolve("docs/guide/README.md"))).contains(JavaOptions.forPrograms());
    }

    @Test
    void reportsMissingOptions() {
        List<String> complete = Stream.concat(JavaOptions.forPrograms().stream(), Stream.of("-Xmx1g"))
                .toList();
        assertThat(JavaOptions.missing(complete))
                .as("packages are open in tests")
                .isEmpty();
        assertThat(JavaOptions.missing(List.of("-XX:GCTimeRatio=9")))
                .as("the user's own choice")
                .isEmpty();
        assertThat(JavaOptions.forPrograms()).containsAll(JavaOptions.missing(List.of()));
    }

    @Test
    void addsCompilerDirectivesUnlessUserHasSome() throws Exception {
        ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
        try {
            assertThat(JavaOptions.addDirectives()).isTrue();
            String all = (String)
                    ManagementFactory.getPlatformMBeanServer().invoke(commands, "compilerDirectivesPrint", null, null);
            assertThat(all)
                    .contains(
                            "-org/sss/server/task/output/StringBatch.drain",
                            "-org/sss/server/task/output/SortEmitter.emit");
            assertThat(JavaOptions.addDirectives()).isFalse();
        } finally {
            ManagementFactory.getPlatformMBeanServer().invoke(commands, "compilerDirectivesClear", null, null);
        }
    }
}
