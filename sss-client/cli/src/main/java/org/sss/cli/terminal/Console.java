package org.sss.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.sss.net.rpc.Json;

/** Where a command writes: data to one stream, messages to another. One thread at a time. */
public final class Console {
    private final OutputStream out;
    private final PrintStream err;
    private final Terminal terminal;
    private boolean json;

    /** Without colors. @param terminal whether messages are read by a person who sees them overwritten */
    public Console(OutputStream out, PrintStream err, boolean terminal) {
        this(out, err, Terminal.plain(terminal));
    }

    public Console(OutputStream out, PrintStream err, Terminal terminal) {
        this.out = new BufferedOutputStream(out, 64 << 10);
        this.err = err;
        this.terminal = terminal;
    }

    public void useJson() {
        json = true;
    }

    public boolean json() {
        return json;
    }

    /** Whether messages are read by a person who sees them overwritten. */
    public boolean terminal() {
        return terminal.progress();
    }

    /** How wide the terminal is. */
    int columns() {
        return terminal.columns();
    }

    /** How wide lines of text are. */
    int textColumns() {
        return terminal.textColumns();
    }

    public PrintStream err() {
        return err;
    }

    /** The stream of data, for bytes. */
    public OutputStream out() {
        return out;
    }

    /** A line for people; control characters are shown by their numbers. @throws UncheckedIOException when nobody reads any more */
    public void line(String text) {
        write(Printable.of(text));
    }

    /** A line that stands out. */
    public void heading(String text) {
        styled(Style.HEADING, text);
    }

    /** A line about what may go wrong. */
    public void warning(String text) {
        styled(Style.WARNING, text);
    }

    /** A line about what went wrong, among data. */
    public void failure(String text) {
        styled(Style.ERROR, text);
    }

    private void styled(Style style, String text) {
        String shown = Printable.of(text);
        write(terminal.colorOut() ? style.of(shown) : shown);
    }

    private void write(String line) {
        try {
            out.write(line.getBytes(StandardCharsets.UTF_8));
            out.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Data as they are, as text. */
    public void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        bytes(bytes, bytes.length);
    }

    /** {@code bytes[0, length)} as they are. */
    public void bytes(byte[] bytes, int length) {
        try {
            out.write(bytes, 0, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One JSON document on one line. */
    public void json(Object value) {
        try {
            out.write(Json.write(value));
            out.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A message for people; nothing when a machine reads. */
    public void note(String text) {
        if (!json) {
            problem(text);
        }
    }

    /** A message for people, whoever reads; control characters are shown by their numbers. */
    public void problem(String text) {
        err.println(Printable.of(text));
    }

    /** The message of a failure, for people. */
    public void error(String text) {
        String shown = Printable.of(text);
        err.println(terminal.colorErr() ? Style.ERROR.of(shown) : shown);
    }

    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
