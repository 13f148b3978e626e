package org.sss.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.Group;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.client.examples.WordCount;

/** Nodes whose ports are in use, or whose directory is in use, empty or of another cluster. */
class WrongPlaceIT {
    @TempDir
    Path directory;

    private Path text;

    @BeforeEach
    void writeText() throws IOException {
        text = Files.write(
                directory.resolve("text"),
                IntStream.range(0, 1000).mapToObj(i -> "line " + i).toList());
    }

    @Test
    void aPortInUseEndsTheNodeAndIsReported() throws IOException {
        try (NodeProcesses nodes = NodeProcesses.prepare(directory, 1, "64m");
                ServerSocket taken = new ServerSocket(nodes.dataPort(0))) {
            nodes.start(0);
            assertThat(nodes.awaitEnd(0)).isEqualTo(1);
            assertThat(nodes.log(0)).contains("127.0.0.1:" + taken.getLocalPort(), "in use");
        }
    }

    @Test
    void aDirectoryHasOneNodeAtATime() throws IOException {
        try (NodeProcesses nodes = NodeProcesses.start(directory.resolve("a"), 1, "64m");
                NodeProcesses second = NodeProcesses.prepare(directory.resolve("b"), 1, "64m")) {
            Files.writeString(
                    second.settings(0),
                    Files.readString(second.settings(0))
                            .replace(second.data(0).toString(), nodes.data(0).toString()));
            second.start(0);
            assertThat(second.awaitEnd(0)).isEqualTo(1);
            assertThat(second.log(0)).contains(nodes.data(0).toString(), "in use by");
            nodes.awaitAllWell();
        }
    }

    @Test
    void rejectsANodeOfAnotherCluster() throws IOException {
        Path ofOther;
        try (NodeProcesses other = NodeProcesses.start(directory.resolve("other"), 2, "64m")) {
            ofOther = other.data(1);
        }
        try (NodeProcesses one = NodeProcesses.start(directory.resolve("one"), 2, "64m")) {
            one.kill(1);
            move(one.data(1), directory.resolve("away"));
            move(ofOther, one.data(1));
            one.start(1);
            assertThat(one.awaitEnd(1)).isEqualTo(1);
            assertThat(one.log(1)).contains(one.data(1).toString(), "contains the data of node 1 of cluster");
        }
    }

    @Test
    void anEmptiedNodeGivesNoWrongAnswers() throws IOException {
        try (NodeProcesses nodes = NodeProcesses.start(directory, 2, "64m")) {
            try (SssClient client = nodes.client()) {
                client.importText(WordCount.lines("lines"), List.of(text), new Transferred());
            }
            nodes.kill(1);
            move(nodes.data(1), directory.resolve("away"));
            nodes.start(1);
            nodes.awaitAllWell();
            try (SssClient client = nodes.client()) {
                isIncomplete(() -> client.export("lines", directory.resolve("out")));
                isIncomplete(() -> client.scan(WordCount.lines("lines")).toList());
                isIncomplete(() -> client.reader(WordCount.lines("lines"))
                        .getAll(LongStream.range(0, 10_000).boxed().toList()));
                isIncomplete(
                        () -> client.run(WordCount.workflow(WordCount.lines("lines"), WordCount.counts("counts"))));
                assertThat(client.groups()).extracting(Group::name).containsExactly("lines");
            }
        }
    }

    private static void isIncomplete(Runnable reading) {
        SssException failure = catchThrowableOfType(SssException.class, reading::run);
        assertThat(failure.code()).isEqualTo(ErrorCode.CORRUPT);
        assertThat(failure.getMessage()).contains("group 'lines'", "committed with 1000", "data.dir");
    }

    private static void move(Path from, Path to) throws IOException {
        assertThat(Stream.of(from)).allMatch(Files::isDirectory);
        Files.move(from, to);
    }
}
