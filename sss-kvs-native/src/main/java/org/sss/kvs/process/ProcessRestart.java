package org.sss.kvs.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sss.kvs.library.KvsLibrary;
import org.sss.kvs.library.KvsNative;

/**
 * Restarts the program of this process: same process id, command line, directory and standard streams; all other files,
 * locks and ports are free. What that takes is prepared while there is memory; {@link #restart} takes none.
 * Thread-safe. Linux only.
 */
public final class ProcessRestart {
    private final long handle;
    /** Referenced by the handle, so it must stay reachable. */
    private final ByteBuffer strings;

    private final int noteAt;
    private final int noteBytes;

    private ProcessRestart(long handle, ByteBuffer strings, int noteAt, int noteBytes) {
        this.handle = handle;
        this.strings = strings;
        this.noteAt = noteAt;
        this.noteBytes = noteBytes;
    }

    /**
     * @param message   for standard error, just before the end
     * @param variables NAME=text for the environment, instead of those of the same names
     * @param noteName  of a further variable, see {@link #note}
     * @param noteBytes of its text
     * @throws IOException when the process does not know its own command line
     */
    public static ProcessRestart prepare(String message, List<String> variables, String noteName, int noteBytes)
            throws IOException {
        KvsLibrary.require();
        List<byte[]> arguments = strings(Path.of("/proc/self/cmdline"));
        List<byte[]> environment = new ArrayList<>();
        variables.forEach(variable -> environment.add(variable.getBytes(charset())));
        List<String> set =
                new ArrayList<>(variables.stream().map(ProcessRestart::name).toList());
        set.add(noteName);
        strings(Path.of("/proc/self/environ")).stream()
                .filter(v -> !set.contains(name(new String(v, ISO_8859_1))))
                .forEach(environment::add);
        List<byte[]> all = new ArrayList<>(List.of(
                message.getBytes(charset()),
                KvsNative.bytes(Path.of("/proc/self/exe").toRealPath())));
        all.addAll(arguments);
        all.addAll(environment);
        byte[] name = (noteName + "=").getBytes(charset());
        int before = all.stream().mapToInt(text -> text.length + 1).sum() + name.length;
        ByteBuffer buffer = ByteBuffer.allocateDirect(before + noteBytes + 1);
        all.forEach(text -> buffer.put(text).put((byte) 0));
        buffer.put(name);
        long handle = KvsNative.processPrepare(buffer, arguments.size(), environment.size() + 1);
        if (handle == 0) {
            throw new IOException("the command line of this process could not be stored");
        }
        // The first call of a native method takes memory.
        KvsNative.processRestart(0);
        return new ProcessRestart(handle, buffer, before, noteBytes);
    }

    private static Charset charset() {
        return Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
    }

    private static String name(String variable) {
        int end = variable.indexOf('=');
        return end < 0 ? variable : variable.substring(0, end);
    }

    /** Reads the strings of a file, each terminated by a 0. */
    private static List<byte[]> strings(Path file) throws IOException {
        byte[] all = Files.readAllBytes(file);
        List<byte[]> strings = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < all.length; at++) {
            if (all[at] == 0) {
                strings.add(Arrays.copyOfRange(all, from, at));
                from = at + 1;
            }
        }
        return strings;
    }

    /**
     * The text of the variable that passes information to the next program: written at any time up to {@link #restart},
     * ASCII, and it ends at the first 0.
     */
    public ByteBuffer note() {
        return strings.slice(noteAt, noteBytes);
    }

    /**
     * Does not return, unless the system refuses; then errno. Takes no memory, neither of Java nor of the C library.
     */
    public int restart() {
        return KvsNative.processRestart(handle);
    }
}
