package org.sss.server.node.memory;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.control.ServerVerbs.RanThen;
import org.sss.net.control.TaskSpec;

/**
 * The running tasks of a node in a file, which survives a process that is killed or ended by native code: the next one
 * reports them. The file is mapped, so an entry costs no system call. Thread-safe.
 *
 * <pre>
 *   line:  workflow, space, job (as in a URL), space, number of the task, spaces up to {@value #LINE_BYTES} - 1, newline;
 *          blank if it is free
 * </pre>
 */
public final class RunningFile implements AutoCloseable {
    /** For nodes whose directory does not survive them. */
    public static final RunningFile NONE = new RunningFile(null, ByteBuffer.allocate(0), List.of());

    static final String NAME = "running-tasks";
    private static final Logger LOG = LoggerFactory.getLogger(RunningFile.class);
    private static final int LINE_BYTES = 512;
    private static final int LINES = 256;
    private static final byte[] BLANK = blank();

    private final Path file;
    private final ByteBuffer lines;
    private final List<RanThen> before;
    /** Guarded by this. */
    private final BitSet used = new BitSet();

    private RunningFile(Path file, ByteBuffer lines, List<RanThen> before) {
        this.file = file;
        this.lines = lines;
        this.before = List.copyOf(before);
    }

    private static byte[] blank() {
        byte[] line = new byte[LINE_BYTES];
        Arrays.fill(line, (byte) ' ');
        line[LINE_BYTES - 1] = '\n';
        return line;
    }

    /** Reads what the previous process has left, and starts the file again. A node without the file runs as well. */
    public static RunningFile open(Path directory) {
        Path file = directory.resolve(NAME);
        List<RanThen> before = List.of();
        try {
            before = Files.exists(file) ? tasksOf(Files.readString(file, ISO_8859_1)) : before;
            ByteBuffer empty = ByteBuffer.allocate(LINES * LINE_BYTES);
            while (empty.hasRemaining()) {
                empty.put(BLANK);
            }
            // Written, not only mapped: a page without a block on a full disk would end the process.
            Files.write(file, empty.array());
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return new RunningFile(file, channel.map(FileChannel.MapMode.READ_WRITE, 0, empty.capacity()), before);
            }
        } catch (IOException e) {
            LOG.warn(
                    "If this node ends abruptly, the next start will not report the tasks that it ran: {}",
                    e.toString());
            return new RunningFile(null, ByteBuffer.allocate(0), before);
        }
    }

    /** The tasks that the previous process ran when it ended without being stopped. */
    public List<RanThen> before() {
        return before;
    }

    /** Records the start of a task. Returns the index of its line, or -1 if there is none. */
    public int start(TaskSpec spec) {
        return lines.capacity() == 0
                ? -1
                : write(spec.id().workflow() + " " + URLEncoder.encode(spec.id().job(), UTF_8) + " "
                        + spec.id().task());
    }

    private synchronized int write(String task) {
        int line = used.nextClearBit(0);
        byte[] text = task.getBytes(US_ASCII);
        if (line >= LINES || text.length >= LINE_BYTES) {
            return -1;
        }
        used.set(line);
        lines.put(line * LINE_BYTES, text);
        return line;
    }

    /** Records the end of a task; does nothing for -1. */
    public void end(int line) {
        if (line >= 0) {
            free(line);
        }
    }

    private synchronized void free(int line) {
        lines.put(line * LINE_BYTES, BLANK);
        used.clear(line);
    }

    private static List<RanThen> tasksOf(String text) {
        List<RanThen> tasks = new ArrayList<>();
        text.lines().forEach(line -> {
            String[] words = line.trim().split(" +");
            if (words.length == 3 && words[2].matches("\\d{1,9}")) {
                tasks.add(new RanThen(words[0], decoded(words[1]), 0, "task " + words[2]));
            }
        });
        return tasks;
    }

    private static String decoded(String name) {
        try {
            return URLDecoder.decode(name, UTF_8);
        } catch (IllegalArgumentException e) {
            return name;
        }
    }

    /** Called when the node was stopped: nothing is to be reported. */
    @Override
    public void close() {
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                LOG.debug("{} was not deleted", file, e);
            }
        }
    }
}
