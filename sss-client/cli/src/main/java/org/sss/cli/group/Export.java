package org.sss.cli.group;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.ExitHook;
import org.sss.cli.terminal.OutputFile;
import org.sss.cli.terminal.ProgressView;
import org.sss.cli.terminal.Units;
import org.sss.client.Group;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.client.text.WholeFile;
import org.sss.io.OutputFormat;
import org.sss.io.RecordFormat;
import org.sss.io.store.FileStore;
import org.sss.io.store.FileStores;
import org.sss.io.store.PendingFile;

/**
 * Exports a group to a file. Immutable.
 *
 * @param valuesOnly whether keys are omitted
 * @param columns    for CSV: the columns to write, in this order; all if empty
 */
public record Export(String group, OutputFormat format, boolean valuesOnly, List<String> columns) {
    /** All columns, keys and values. */
    public Export(String group, OutputFormat format) {
        this(group, format, false, List.of());
    }

    /**
     * Writes the whole file or nothing, shows the progress, and reports what was written.
     *
     * @param file a path of this machine or of another store; an existing file is replaced
     */
    public void toFile(String file, SssClient client, Console console) throws Exception {
        if (FileStores.isLocal(file)) {
            toFile(Path.of(file), client, console);
            return;
        }
        Transferred done = new Transferred();
        FileStore store = FileStores.ofProcess().of(file);
        PendingFile pending = store.create(store.absolute(file), "export", true);
        boolean isWritten = false;
        try {
            ExitHook.during(
                    () -> abandon(pending),
                    () -> ProgressView.during(console, "export", List.of(), done, () -> {
                        try (OutputStream out = format.compressing(pending.out())) {
                            to(out, client, done);
                        }
                        pending.prepare();
                        pending.publish();
                        return done;
                    }));
            isWritten = true;
        } finally {
            if (!isWritten) {
                pending.discard();
            }
        }
        report(console, file, done);
    }

    private static void abandon(PendingFile file) {
        try {
            file.discard();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Like the other method, for a file of this machine. */
    public void toFile(Path file, SssClient client, Console console) throws Exception {
        Transferred done = new Transferred();
        try (WholeFile whole = WholeFile.create(OutputFile.checked(file))) {
            ExitHook.during(
                    () -> abandon(whole),
                    () -> ProgressView.during(console, "export", List.of(), done, () -> {
                        toFile(whole, client, done);
                        return done;
                    }));
        }
        report(console, file.toString(), done);
    }

    /** The same without any output. */
    public void toFile(Path file, SssClient client, Transferred done) throws IOException {
        try (WholeFile whole = WholeFile.create(file)) {
            toFile(whole, client, done);
        }
    }

    private void toFile(WholeFile file, SssClient client, Transferred done) throws IOException {
        try (OutputStream out = format.compressing(file.out())) {
            to(out, client, done);
        }
        file.finish();
    }

    private static void abandon(WholeFile file) {
        try {
            file.abandon();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void to(OutputStream out, SssClient client, Transferred done) throws IOException {
        try (RawTuples tuples = client.raw(group, null, null, null)) {
            Counted counted = new Counted(out, done);
            RecordFormat.Writer writer = writer(tuples.group(), counted);
            while (tuples.next()) {
                writer.write(
                        tuples.keyArray(),
                        tuples.keyOffset(),
                        tuples.keyLength(),
                        tuples.valueArray(),
                        tuples.valueOffset(),
                        tuples.valueLength());
                counted.tuples++;
            }
            writer.finish();
            counted.report(0);
            out.flush();
        }
    }

    /** Reports what is written. For one thread. */
    private static final class Counted extends FilterOutputStream {
        private final Transferred done;
        /** Not yet reported. */
        private long tuples;

        Counted(OutputStream out, Transferred done) {
            super(out);
            this.done = done;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
            report(length);
        }

        void report(int bytes) {
            done.add(tuples, bytes);
            tuples = 0;
        }
    }

    /**
     * Checks before the export that the tuples can be written.
     *
     * @throws org.sss.api.SssException NOT_FOUND for an unknown column
     */
    void check(Group info) throws IOException {
        writer(info, OutputStream.nullOutputStream());
    }

    private RecordFormat.Writer writer(Group info, OutputStream out) throws IOException {
        return format.format()
                .writer(out, new RecordFormat.Types(info.keyType(), info.valueType()), valuesOnly, columns);
    }

    private static void report(Console console, String file, Transferred done) {
        if (console.json()) {
            console.json(Map.of("file", file, "tuples", done.tuples(), "bytes", done.bytes()));
        } else {
            console.report(file + ": " + Units.count(done.tuples(), "tuple") + ", " + Units.bytes(done.bytes()));
        }
    }
}
