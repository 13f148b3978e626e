package org.sss.client.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.io.FileOutput;
import org.sss.io.Outputs;
import org.sss.io.Sources;

/** Takes a group to files and back, one way or another. One thread. */
final class RandomFiles {
    private final Random random;
    private final SssClient client;
    private final TupleGroup<Object, Object> group;
    private final Type type;
    private final TupleGroup<Object, Object> again;

    RandomFiles(Random random, SssClient client, TupleGroup<Object, Object> group, Type type) {
        this.random = random;
        this.client = client;
        this.group = group;
        this.type = type;
        again = type.group(group.name() + ".again");
    }

    /** A group of the same tuples. */
    TupleGroup<Object, Object> thereAndBack() throws IOException {
        Path directory = Files.createTempDirectory("sss-files-");
        try {
            boolean plain = type.keys().isPlain() && type.values().isPlain();
            switch (random.nextInt(plain ? 4 : 2)) {
                case 0 -> exported(directory.resolve("exported"));
                case 1 -> asText(directory.toString());
                case 2 -> asCsv(directory.toString());
                default -> asJson(directory.toString());
            }
        } finally {
            delete(directory);
        }
        return again;
    }

    private void exported(Path file) {
        client.export(group.name(), file);
        client.importTsv(again, List.of(file), new Transferred());
    }

    private void asText(String directory) throws IOException {
        write(Outputs.text(directory, group));
        try (Stream<Path> files = Files.list(Path.of(directory))) {
            client.importTsv(again, files.sorted().toList(), new Transferred());
        }
    }

    private void asCsv(String directory) {
        write(Outputs.csv(directory, group));
        Type types = type;
        Workflow workflow = Workflow.named("from-csv");
        workflow.map(
                Sources.csv(directory),
                again,
                (at, row, out) -> out.emit(
                        types.keys().parsed(row.text("key")), types.values().parsed(row.text("value"))));
        client.run(workflow);
    }

    private void asJson(String directory) {
        write(Outputs.jsonLines(directory, group));
        Type types = type;
        Workflow workflow = Workflow.named("from-json");
        workflow.map(
                Sources.jsonLines(directory).splitBytes(1 + random.nextInt(1 << 20)),
                again,
                (at, line, out) -> out.emit(
                        types.keys().parsed(line.text("key")), types.values().parsed(line.text("value"))));
        client.run(workflow);
    }

    private void write(FileOutput<Object, Object> plain) {
        int kind = random.nextInt(3);
        FileOutput<Object, Object> output = kind == 0 ? plain : kind == 1 ? plain.gzip() : plain.zstd();
        TupleGroup<String, Long> files = TupleGroup.of(group.name() + ".files", Codecs.STRING, Codecs.LONG)
                .asTemporary();
        Workflow workflow = Workflow.named("to-files");
        if (random.nextBoolean()) {
            workflow.map(group, files, output);
        } else {
            workflow.reduce(group, files, output);
        }
        client.run(workflow);
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
