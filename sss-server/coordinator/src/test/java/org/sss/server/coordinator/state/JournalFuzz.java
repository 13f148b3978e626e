package org.sss.server.coordinator.state;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.SssException;
import org.sss.net.testing.FuzzTarget;

/**
 * The coordinator's journal: its lines, and the entries in them. One thread.
 *
 * <pre>
 *   input: 1 if each line gets a correct checksum, then the lines
 * </pre>
 */
public final class JournalFuzz implements FuzzTarget {
    private static final Path FILE = Path.of("journal");

    @Override
    public boolean accepts(byte[] input) {
        byte[] rest = Arrays.copyOfRange(input, Math.min(1, input.length), input.length);
        byte[] content = input.length > 0 && (input[0] & 1) != 0 ? withChecksums(rest) : rest;
        try {
            JournalLines.read("journal", new ByteArrayInputStream(content), line -> CoordinatorState.parse(FILE, line));
            return true;
        } catch (SssException refused) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] withChecksums(byte[] lines) {
        StringBuilder all = new StringBuilder();
        for (String line : new String(lines, StandardCharsets.ISO_8859_1).split("\n")) {
            byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
            all.append(Journal.crc(bytes, 0, bytes.length))
                    .append(' ')
                    .append(line)
                    .append('\n');
        }
        return all.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public Map<String, byte[]> seeds() {
        Map<String, byte[]> seeds = new LinkedHashMap<>();
        for (Entry entry : List.of(
                new Entry.Cluster("c", 3, 8),
                new Entry.GroupNumbers(100),
                new Entry.WorkflowNumbers(9),
                new Entry.Drop(7),
                new Entry.Rename(7, "words"),
                Entry.All.of(List.of(new Entry.Rename(7, "words"))))) {
            seeds.put(entry.getClass().getSimpleName(), bytes(1, CoordinatorState.format(entry)));
        }
        String drop = CoordinatorState.format(new Entry.Drop(7));
        byte[] text = drop.getBytes(StandardCharsets.UTF_8);
        seeds.put("whole", bytes(0, Journal.crc(text, 0, text.length) + " " + drop + "\n"));
        return seeds;
    }

    private static byte[] bytes(int head, String text) {
        return ((char) head + text).getBytes(StandardCharsets.UTF_8);
    }
}
