package org.sss.benchmarks.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sss.net.rpc.Json;

/** The process of a system: does what standard input says and answers on standard output, until its input ends. */
public final class HostMain {
    private static final double NANOS_PER_SECOND = 1e9;

    private final PrintStream answers;
    private Program program;

    private HostMain(PrintStream answers) {
        this.answers = answers;
    }

    public static void main(String[] args) throws Exception {
        HostMain host = new HostMain(System.out);
        // Programs may print; what they print is not an answer.
        System.setOut(System.err);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String open = in.readLine();
        if (open != null && host.answer(() -> host.open(open))) {
            host.serve(in);
        }
        System.exit(0);
    }

    private void serve(BufferedReader in) throws Exception {
        try (Program opened = program) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                HostMessage.Ask ask = HostMessage.Ask.valueOf(line);
                answer(() -> done(opened, ask));
            }
        }
    }

    private HostMessage.Answer open(String line) throws Exception {
        HostMessage.Open open = Json.read(line.getBytes(StandardCharsets.UTF_8), HostMessage.Open.class, "the first line");
        Programs programs = (Programs) Class.forName(open.programs()).getConstructor().newInstance();
        program = programs.open(open.workload().workload());
        return new HostMessage.Answer(null, 0, null, Map.of());
    }

    private static HostMessage.Answer done(Program program, HostMessage.Ask ask) throws Exception {
        long begin = System.nanoTime();
        return switch (ask) {
            case LOAD -> program.load() ? new HostMessage.Answer(null, since(begin), null, Map.of())
                    : new HostMessage.Answer(null, Double.NaN, null, Map.of());
            case RUN -> {
                Map<String, Double> details = program.run();
                yield new HostMessage.Answer(null, since(begin), null, new LinkedHashMap<>(details));
            }
            case DIGEST -> new HostMessage.Answer(null, 0, program.digest(), Map.of());
        };
    }

    private interface Work {
        HostMessage.Answer run() throws Exception;
    }

    /** False when it failed. */
    private boolean answer(Work work) throws IOException {
        HostMessage.Answer answer;
        try {
            answer = work.run();
        } catch (Exception | LinkageError | OutOfMemoryError e) {
            e.printStackTrace();
            answer = HostMessage.Answer.error(e.toString());
        }
        answers.write(Json.write(answer));
        answers.write('\n');
        answers.flush();
        return answer.error() == null;
    }

    private static double since(long beginNanos) {
        return (System.nanoTime() - beginNanos) / NANOS_PER_SECOND;
    }
}
