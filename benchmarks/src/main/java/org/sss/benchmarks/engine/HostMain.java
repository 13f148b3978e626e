package org.sss.benchmarks.engine;

import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.synthetic.Answer;

/**
 * The process of a {@link HostLink}: creates an object of the class that its argument names, reads {@linkplain Ask
 * tasks} for it from standard input and writes an answer to each to standard output, until its input ends. It uses no
 * library besides {@code sss-api}: the class path of Spark and Hadoop is their own. One thread.
 */
public final class HostMain {
    /**
     * Either a result or the message of a failure.
     *
     * @param code null for an exception that is not one of SSS
     */
    record Answer(Object result, ErrorCode code, String failure) implements Serializable {}

    private HostMain() {}

    /** Does not return: the process ends. */
    public static void main(String[] args) {
        // Programs may print; what they print is not an answer.
        System.setOut(System.err);
        try (ObjectOutputStream answers = new ObjectOutputStream(new FileOutputStream(FileDescriptor.out));
                AutoCloseable host = Class.forName(args[0])
                        .asSubclass(AutoCloseable.class)
                        .getConstructor()
                        .newInstance()) {
            serve(host, new ObjectInputStream(System.in), answers);
        } catch (EOFException e) {
            System.exit(0);
        } catch (Throwable t) {
            t.printStackTrace(); // the other process reports the end of the log
            System.exit(1);
        }
    }

    private static void serve(AutoCloseable host, ObjectInputStream asks, ObjectOutputStream answers) throws Exception {
        while (true) {
            @SuppressWarnings("unchecked")
            Ask<AutoCloseable, ?> ask = (Ask<AutoCloseable, ?>) asks.readObject();
            answers.writeObject(answer(ask, host));
            answers.reset();
            answers.flush();
        }
    }

    private static Answer answer(Ask<AutoCloseable, ?> ask, AutoCloseable host) throws IOException {
        try {
            return new Answer(ask.of(host), null, null);
        } catch (SssException e) {
            e.printStackTrace();
            return new Answer(null, e.code(), e.getMessage());
        } catch (Exception | LinkageError | OutOfMemoryError e) {
            e.printStackTrace();
            return new Answer(null, null, e.toString());
        }
    }
}
