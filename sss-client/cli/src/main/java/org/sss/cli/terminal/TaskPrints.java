package org.sss.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.sss.net.control.TaskName;

/**
 * {@link System#out} or {@link System#err} of a node. What code of a job prints goes to the log line by line, with the
 * name of its task; what the node itself prints passes unchanged. Thread-safe.
 */
final class TaskPrints extends PrintStream {
    private static final int MAX_LINE_BYTES = 8 << 10;
    private static final Executor SOON = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, Runnable::run);

    /** Receives lines of tasks. */
    interface Log {
        void line(String task, String text);
    }

    private final PrintStream raw;

    TaskPrints(PrintStream raw, Log log) {
        super(new Lines(raw, log), true, UTF_8);
        this.raw = raw;
        // Starts the JDK's thread for delays here: started by a task, it would keep the class loader of that job for
        // ever.
        SOON.execute(() -> {});
    }

    /** Returns the stream that is not a log of tasks. */
    static PrintStream raw(PrintStream stream) {
        return stream instanceof TaskPrints prints ? prints.raw : stream;
    }

    private static final class Lines extends OutputStream {
        private final PrintStream raw;
        private final Log log;
        /** Unfinished lines by task. Guarded by this, like the field below. */
        private final Map<String, ByteArrayOutputStream> unfinished = new HashMap<>();

        private boolean endsSoon;

        Lines(PrintStream raw, Log log) {
            this.raw = raw;
            this.log = log;
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            String task = TaskName.ofCaller();
            if (task == null) {
                raw.write(bytes, offset, length);
                return;
            }
            add(task, bytes, offset, offset + length);
        }

        private synchronized void add(String task, byte[] bytes, int from, int to) {
            ByteArrayOutputStream line = unfinished.computeIfAbsent(task, any -> new ByteArrayOutputStream());
            for (int i = from; i < to; i++) {
                if (bytes[i] != '\n') {
                    line.write(bytes[i]);
                }
                if (bytes[i] == '\n' || line.size() >= MAX_LINE_BYTES) {
                    print(task, line);
                }
            }
            if (line.size() == 0) {
                unfinished.remove(task);
            } else if (!endsSoon) {
                endsSoon = true;
                SOON.execute(this::endAll);
            }
        }

        private void print(String task, ByteArrayOutputStream line) {
            String text = line.toString(UTF_8);
            line.reset();
            log.line(task, text);
        }

        /** A task may end with a line that has no end. */
        private synchronized void endAll() {
            endsSoon = false;
            unfinished.forEach((task, line) -> {
                if (line.size() > 0) {
                    print(task, line);
                }
            });
            unfinished.clear();
        }

        @Override
        public void flush() {
            raw.flush();
        }
    }
}
