package org.sss.benchmarks.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Nullable;

/**
 * What a process of {@link HostLink} does: it reads lines from standard input and answers each by a line of JSON on standard output,
 * with {@link #ANSWER} or {@link #FAILURE} before it, until its input ends. One thread.
 */
public final class HostLoop {
    static final char ANSWER = '+';
    static final char FAILURE = '-';

    /** Who knows the answers. One thread calls. */
    public interface Host extends AutoCloseable {
        /** @return what {@link Json} can write */
        Object answer(String line) throws Exception;
    }

    /** @param code null for an exception that is not SSS's own */
    record Failure(@Nullable ErrorCode code, String message) {
    }

    private HostLoop() {
    }

    /** Does not return: the process ends. */
    public static void run(Host host) {
        PrintStream answers = System.out;
        // Programs may print; what they print is not an answer.
        System.setOut(System.err);
        try (host) {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                answer(host, line, answers);
            }
        } catch (Throwable t) {
            t.printStackTrace(); // the other end tells the last words of the log
            System.exit(1);
        }
        System.exit(0);
    }

    private static void answer(Host host, String line, PrintStream to) throws IOException {
        char kind = ANSWER;
        Object answer;
        try {
            answer = host.answer(line);
        } catch (Exception | LinkageError | OutOfMemoryError e) {
            e.printStackTrace();
            kind = FAILURE;
            answer = e instanceof SssException known ? new Failure(known.code(), known.getMessage()) : new Failure(null, e.toString());
        }
        to.write(kind);
        to.write(Json.write(answer));
        to.write('\n');
        to.flush();
    }
}
