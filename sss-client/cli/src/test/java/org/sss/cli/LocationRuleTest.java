package org.sss.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** By the sources of all modules: only three classes know the rule that assigns subgroups to nodes. Others ask them. */
class LocationRuleTest {
    private static final Path TOP = Path.of("../..").toAbsolutePath().normalize();
    /** Directories of nodes on this machine: its clusters are no cluster maps. */
    private static final String LOCAL_CLUSTERS = "org/sss/cli/cluster";

    private static final Set<String> KNOW_THE_RULE = Set.of("ClusterMap.java", "Locations.java", "Places.java");
    /** A remainder by a number of nodes, or a node by its index in the list of a cluster map. */
    private static final Pattern RULE = Pattern.compile(
            "% *[\\w.()]*([nN]odes|[nN]odeCount)\\b|\\b([cC]luster|[mM]ap)(\\(\\))?\\.nodes\\(\\)\\.get\\(");

    @Test
    void onlyLocationsAssignSubgroupsToNodes() throws IOException {
        List<String> found = new ArrayList<>();
        List<Path> sources = sources();
        for (Path source : sources) {
            List<String> lines = Files.readAllLines(source);
            for (int i = 0; i < lines.size(); i++) {
                if (RULE.matcher(lines.get(i)).find()
                        && !KNOW_THE_RULE.contains(source.getFileName().toString())) {
                    found.add(TOP.relativize(source) + ":" + (i + 1) + ": "
                            + lines.get(i).strip());
                }
            }
        }
        assertThat(sources).hasSizeGreaterThan(500);
        assertThat(found)
                .as("ask Locations.owner, ClusterMap.ownerOf or ClusterMap.node instead")
                .isEmpty();
    }

    @Test
    void theRuleIsRecognised() {
        assertThat(List.of(
                        "nodes.get(subgroup % nodes.size())",
                        "cluster.nodes().get(i)",
                        "context.map().nodes().get(i).server()",
                        "s % nodes;",
                        "subgroup % nodeCount() != node",
                        "s % map.nodes().size()"))
                .allMatch(line -> RULE.matcher(line).find());
        assertThat(List.of(
                        "report.nodes().get(1)", "cluster.node(i)", "nodes.get(i)", "s % ranks", "nodeCount % 2 == 0"))
                .noneMatch(line -> RULE.matcher(line).find());
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        Files.walkFileTree(TOP, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = directory.getFileName().toString();
                boolean skip = name.startsWith(".")
                        || Set.of("target", "test", "benchmarks").contains(name)
                        || directory.endsWith(LOCAL_CLUSTERS);
                return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java")) {
                    sources.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return sources;
    }
}
