package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;

/** A node that has lost all of a group has no record of it, but reads of the group still report the loss. */
class LostFilesIT {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);

    @TempDir
    Path directory;

    @Test
    void reportsReadsOfALostGroup() throws IOException {
        try (SssClient client = LocalCluster.start(2, directory)) {
            write(client, 1000);
        }
        deleteGroupsOf("1");
        try (SssClient client = LocalCluster.start(2, directory)) {
            List<Long> keys = LongStream.range(0, 1000).boxed().toList();
            isIncomplete(() -> client.reader(NUMBERS).getAll(keys));
            isIncomplete(() -> client.get(NUMBERS, 7L));
            isIncomplete(() -> client.scan(NUMBERS).toList());
            isIncomplete(() -> client.scan(NUMBERS).from(10L).to(20L).toList());
            isIncomplete(() -> client.scan(NUMBERS).part(1, 2).toList());
            isIncomplete(() -> client.scan(NUMBERS).limit(1).toList());
            isIncomplete(() -> client.count("numbers"));
            isIncomplete(() -> client.export("numbers", directory.resolve("out")));
            assertThat(client.stat("numbers").group().losses())
                    .singleElement()
                    .satisfies(lost -> assertThat(lost.node()).isEqualTo(1));
            assertThat(client.groups()).extracting(Group::state).containsExactly(Group.State.INCOMPLETE);
        }
    }

    @Test
    void aNodeAcceptsNewDataOnceItsLossIsAccepted() throws IOException {
        try (SssClient client = LocalCluster.start(2, directory)) {
            write(client, 1000);
        }
        deleteGroupsOf("1");
        try (SssClient client = LocalCluster.start(2, directory)) {
            assertThatThrownBy(() -> write(client, "more", 10))
                    .hasMessageContaining("node 1 has lost the data of 1 group: numbers");
            assertThat(client.admin().acceptLoss(1).names()).containsExactly("numbers");
            write(client, "more", 10);
            assertThat(client.count("more")).isEqualTo(10);
            isIncomplete(() -> client.count("numbers"));
        }
    }

    @Test
    void aSmallGroupMayHaveNoTuplesOnANode() {
        try (SssClient client = LocalCluster.start(2, directory)) {
            write(client, 1);
            GroupReader<Long, Long> reader = client.reader(NUMBERS);
            assertThat(reader.getAll(LongStream.range(0, 100).boxed().toList()))
                    .filteredOn(values -> !values.isEmpty())
                    .containsExactly(List.of(0L));
            assertThat(client.scan(NUMBERS).part(0, 2).toList().size()
                            + client.scan(NUMBERS).part(1, 2).toList().size())
                    .isEqualTo(1);
        }
    }

    private static void write(SssClient client, int count) {
        write(client, "numbers", count);
    }

    private static void write(SssClient client, String name, int count) {
        try (GroupWriter<Long, Long> writer = client.write(TupleGroup.of(name, Codecs.LONG, Codecs.LONG))) {
            LongStream.range(0, count).forEach(i -> writer.append(i, i));
            writer.commit();
        }
    }

    private void deleteGroupsOf(String node) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(directory)) {
            all = files.filter(file ->
                            directory.relativize(file).getName(0).toString().endsWith(node)
                                    && file.toString().contains("/groups/"))
                    .sorted(Comparator.reverseOrder())
                    .toList();
        }
        assertThat(all).isNotEmpty();
        for (Path file : all) {
            Files.delete(file);
        }
    }

    private static void isIncomplete(Runnable reading) {
        SssException failure = catchThrowableOfType(SssException.class, reading::run);
        assertThat(failure.code()).isEqualTo(ErrorCode.CORRUPT);
        assertThat(failure)
                .hasMessageContaining("group 'numbers'")
                .hasMessageContaining("committed with 1000 tuples")
                .hasMessageContaining("data.dir");
    }
}
