package org.sss.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.sss.net.rpc.Json;

/** Where the files of a report go. Immutable. */
public record ReportDirectory(Path path) {
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss");

    /** {@code ./bench-results/} and the time, in no other report's way. */
    public static Path byDefault() {
        return Path.of("bench-results", NAME.format(LocalDateTime.now()));
    }

    public static ReportDirectory create(Path path) throws IOException {
        return new ReportDirectory(Files.createDirectories(path));
    }

    public void csv(String name, List<Map<String, Object>> rows) throws IOException {
        Csv.write(path.resolve(name + ".csv"), rows);
    }

    public void json(String name, Map<String, Object> document) throws IOException {
        Json.mapper().writerWithDefaultPrettyPrinter().writeValue(path.resolve(name + ".json").toFile(), document);
    }
}
