package org.sss.benchmarks.engines.runner;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.sss.benchmarks.measure.LineDigest;

/** Lines of an answer in several files. One thread at a time. */
public final class AnswerLines {
    private final LineDigest lines = new LineDigest();

    /** The lines of all files {@code part-...} in a directory. */
    public static AnswerLines ofParts(Path directory) throws IOException {
        AnswerLines answer = new AnswerLines();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(path -> path.getFileName().toString().startsWith("part-")).toList()) {
                try (InputStream in = Files.newInputStream(file)) {
                    answer.addAll(in);
                }
            }
        }
        return answer;
    }

    public void addAll(InputStream in) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1));
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            lines.add(line.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    public void add(String line) {
        lines.add(line);
    }

    /** As {@link LineDigest#digest()}. */
    public String digest() {
        return lines.digest();
    }
}
