package org.sss.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.sss.net.rpc.Json;

/** Output of a command: data to one stream, messages to another. One thread at a time. */
public final class Console {
    private final OutputStream out;
    /** For data: {@link #out}, with control characters escaped if that is a terminal. */
    private final OutputStream data;

    private final PrintStream err;
    private final Terminal terminal;
    private boolean json;
    private boolean quiet;

    /**
     * Without colors.
     *
     * @param terminal whether {@code err} is a terminal, where a progress bar can be drawn
     */
    public Console(OutputStream out, PrintStream err, boolean terminal) {
        this(out, err, Terminal.plain(terminal));
    }

    public Console(OutputStream out, PrintStream err, Terminal terminal) {
        this.out = new BufferedOutputStream(out, 64 << 10);
        data = terminal.output() ? new PrintableStream(this.out) : this.out;
        this.err = err;
        this.terminal = terminal;
    }

    public void useJson() {
        json = true;
    }

    public boolean json() {
        return json;
    }

    /** Leaves out progress, notes and reports of what was done. */
    public void useQuiet() {
        quiet = true;
    }

    boolean quiet() {
        return quiet;
    }

    /** Returns true if a progress bar can be drawn. */
    public boolean terminal() {
        return terminal.progress();
    }

    /** Returns true if standard output is a terminal. */
    public boolean isOutputTerminal() {
        return terminal.output();
    }

    /** Width of the terminal. */
    public int columns() {
        return terminal.columns();
    }

    /** Width of wrapped text. */
    int textColumns() {
        return terminal.textColumns();
    }

    public PrintStream err() {
        return err;
    }

    /** The stream for data. Writes it unchanged, except to a terminal: there control characters are escaped. */
    public OutputStream out() {
        return data;
    }

    /**
     * Prints a line of text; control characters are escaped.
     *
     * @throws UncheckedIOException if the output was closed
     */
    public void line(String text) {
        write(Printable.of(text));
    }

    /** Prints what the command has done, unless only errors are wanted. */
    public void report(String text) {
        if (!quiet) {
            line(text);
        }
    }

    /** Prints a highlighted line. */
    public void heading(String text) {
        styled(Style.HEADING, text);
    }

    /** Prints a warning among the data. */
    public void warning(String text) {
        styled(Style.WARNING, text);
    }

    /** Prints a failure among the data. */
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

    /** Prints text as data, see {@link #out}. */
    public void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        bytes(bytes, bytes.length);
    }

    /** Prints {@code bytes[0, length)} as data, see {@link #out}. */
    public void bytes(byte[] bytes, int length) {
        try {
            data.write(bytes, 0, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Prints JSON documents as an array, on one line. */
    public void documents(List<String> json) {
        document("[" + String.join(",", json) + "]");
    }

    /** Prints a JSON document, such as {@link org.sss.client.Group#toJson}, on one line. */
    public void document(String json) {
        write(json.getBytes(StandardCharsets.UTF_8));
    }

    /** Prints a JSON document on one line. */
    public void json(Object value) {
        write(Json.write(value));
    }

    private void write(byte[] json) {
        try {
            data.write(json);
            data.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Prints a message to the error stream; nothing with {@code --json} or {@code --quiet}. */
    public void note(String text) {
        if (!json && !quiet) {
            problem(text);
        }
    }

    /** Prints a message to the error stream, also with {@code --json}; control characters are escaped. */
    public void problem(String text) {
        err.println(Printable.of(text));
    }

    /** Prints the error message of a command. */
    public void error(String text) {
        String shown = Printable.of(text);
        err.println(terminal.colorErr() ? Style.ERROR.of(shown) : shown);
    }

    public void flush() {
        try {
            data.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
