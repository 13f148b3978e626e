package org.sss.client.cli;

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
    private final boolean terminal;
    private boolean json;

    /** @param terminal whether messages are read by a person who sees them overwritten */
    public Console(OutputStream out, PrintStream err, boolean terminal) {
        this.out = new BufferedOutputStream(out, 64 << 10);
        this.err = err;
        this.terminal = terminal;
    }

    void useJson() {
        json = true;
    }

    public boolean json() {
        return json;
    }

    public boolean terminal() {
        return terminal;
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
        try {
            out.write(Printable.of(text).getBytes(StandardCharsets.UTF_8));
            out.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Data as they are, as text. */
    void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        bytes(bytes, bytes.length);
    }

    /** {@code bytes[0, length)} as they are. */
    void bytes(byte[] bytes, int length) {
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
    void problem(String text) {
        err.println(Printable.of(text));
    }

    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
