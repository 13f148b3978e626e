package org.sss.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkdownTest {
    @TempDir
    Path directory;

    @Test
    void factsOfTheMachineStandByThemselvesAndWhatIsNotSetIsLeftOut() throws IOException {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("machine", Map.of("cpus", 2));
        facts.put("server_heap", null);
        facts.put("server_settings", Map.of());
        facts.put("seed", 7);
        new Markdown("Title")
                .facts(facts)
                .table(new String[] {"A", "B"}, List.of(new Object[] {1, "x"}, new Object[] {2, "y"}))
                .list(List.of("it is so"))
                .pictures(List.of("p"))
                .write(directory, "report");
        assertThat(directory.resolve("report.md")).hasContent("""
                # Title

                * cpus: 2
                * seed: 7

                | A | B |
                |---|---|
                | 1 | x |
                | 2 | y |

                * it is so

                ![p](p.png)

                """);
    }
}
