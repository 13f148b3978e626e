package org.sss.cli.group;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.RecordView;
import org.sss.api.TextForm;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.OutputFile;
import org.sss.cli.terminal.UsageException;
import org.sss.client.text.WholeFile;
import org.sss.io.BadRecord;
import org.sss.io.LineFormat;
import org.sss.io.OutputFormat;
import org.sss.io.RecordFormat;

/**
 * A file of the rows that an import could not read: file, line (0 if unknown), reason, and the row. In text, these are
 * four columns with a tab between them. Thread-safe.
 */
final class BadRowFile implements AutoCloseable {
    private static final String TYPE = "record(file:string,line:long,reason:string,row:bytes)";
    private static final List<String> COLUMNS = List.of("file", "line", "reason", "row");

    private final String name;
    private final WholeFile file;
    private final OutputStream out;
    /** Null for text. */
    private final RecordFormat.Writer records;

    private final ByteSink record = new ByteSink(1024);
    private final ByteSink text = new ByteSink(1024);

    private BadRowFile(String name, OutputFormat format) throws IOException {
        this.name = name;
        file = WholeFile.create(OutputFile.checked(Path.of(name)));
        out = new BufferedOutputStream(format.compressing(file.out()));
        records = format.format() == LineFormat.TEXT
                ? null
                : format.format().writer(out, new RecordFormat.Types(Codecs.STRING.name(), TYPE), true, List.of());
    }

    /** @param inputs files that must not be overwritten */
    static BadRowFile create(String name, List<Path> inputs, Console console) throws IOException {
        Path path = Path.of(name);
        for (Path input : inputs) {
            if (Files.exists(path) && Files.exists(input) && Files.isSameFile(path, input)) {
                throw new UsageException("--bad-rows " + name + " would overwrite a file of the import");
            }
        }
        return new BadRowFile(name, OutputFile.format(name, null, console));
    }

    String name() {
        return name;
    }

    @SuppressWarnings("unchecked")
    synchronized void write(BadRecord bad) throws IOException {
        if (records == null) {
            string(bad.file());
            text.writeByte('\t');
            string(Long.toString(bad.line()));
            text.writeByte('\t');
            string(bad.reason());
            text.writeByte('\t');
            TextForm.of(Codecs.BYTES.name())
                    .append(
                            bad.bytes().array(),
                            bad.bytes().offset(),
                            bad.bytes().length(),
                            text);
            text.writeByte('\n');
            flush();
        } else {
            record.clear();
            ((Codec<Object>) Codecs.byName(TYPE))
                    .encode(
                            new RecordView(COLUMNS, List.of(bad.file(), bad.line(), bad.reason(), copy(bad.bytes()))),
                            record);
            records.write(new byte[0], 0, 0, record.array(), 0, record.size());
        }
    }

    private static Bytes copy(Bytes view) {
        return Bytes.of(java.util.Arrays.copyOfRange(view.array(), view.offset(), view.offset() + view.length()));
    }

    private void string(String value) {
        byte[] bytes = value.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        TextForm.of(Codecs.STRING.name()).append(bytes, 0, bytes.length, text);
    }

    private void flush() throws IOException {
        out.write(text.array(), 0, text.size());
        text.clear();
    }

    /** Completes the file. */
    @Override
    public synchronized void close() throws IOException {
        try (file) {
            if (records != null) {
                records.finish();
            }
            out.close();
            file.finish();
        }
    }
}
