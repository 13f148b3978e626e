package org.sss.client.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.SssClient;
import org.sss.dataserver.fsck.Fsck.Finding;
import org.sss.server.offline.ClusterFsck;

/**
 * Directories that earlier versions have written, with an import of lines, one of words, and a sorted group: this
 * version opens them, finds the same bytes and adds to them. To add a directory, see docs/testing.md.
 */
class OlderDirectoriesIT {
    private static final String LINES = "29786cfee669cb5a8d90de88632db945a09d6f4f9fdb48690192c1c94bf8d170";
    private static final Map<String, String> DIGESTS = Map.of(
            "lines", LINES,
            "short", "149139ce991abda475556102f365b6b77c74de4a04be452e000df2c0296d073e",
            "sorted", LINES);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void opensADirectory(int journal) throws Exception {
        unpack("journal-" + journal + ".zip");
        TupleGroup<Long, String> lines = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
        TupleGroup<Long, String> copy = TupleGroup.of("copy", Codecs.LONG, Codecs.STRING);
        for (int start = 0; start < 2; start++) { // the second one reads what the first one has written
            try (SimCluster cluster = SimCluster.start(2, 4, 1, false, directory);
                    SssClient client = cluster.client()) {
                Map<String, String> found = SimClusterIT.digests(client);
                assertThat(found).containsAllEntriesOf(DIGESTS);
                Workflow workflow = Workflow.named("copy");
                workflow.map(lines, copy.replacing(), (key, value, out) -> out.emit(key, value));
                client.run(workflow);
                assertThat(SimClusterIT.digests(client).get("copy")).isEqualTo(found.get("lines"));
            }
            List<Finding> findings = new ArrayList<>();
            ClusterFsck.verify(SimCluster.dataOfNodes(2, directory), List.of(), findings::add);
            findings.removeIf(finding -> !finding.problem()); // a replaced group may still be there
            assertThat(findings).as("fsck").isEmpty();
        }
    }

    private void unpack(String name) throws IOException {
        try (InputStream in = OlderDirectoriesIT.class.getResourceAsStream("/directories/" + name);
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = directory.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent());
                    Files.copy(zip, file);
                }
            }
        }
    }
}
