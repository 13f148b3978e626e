package org.sss.benchmarks.cli;

import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.suite.WarmUp;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;

/** How long systems run before they are measured: the same rule in all commands. Stateless. */
final class WarmUpOptions {
    private static final int MOST_REPETITIONS = 1000;
    private static final int MOST_SECONDS = 3600;
    /** Where processor time of the shortest passes, those over small values, no longer falls. */
    private static final int SECONDS = 5;

    private WarmUpOptions() {
    }

    static void describe(Options options, int repetitions) {
        Help.option(options, "warm-ups", "N", "repetitions before those that count, at least (" + repetitions + ")");
        Help.option(options, "warm-up-seconds", "S", "how long they are to last, at least, of each case and system (" + SECONDS
                + ", with --warm-ups 0 none); from 5 on, up to four times as long while Java still compiles");
    }

    /** Who wants no repetitions before those that count gets none, however short they are. */
    static WarmUp of(Call call, int repetitions) {
        int least = (int) call.number("warm-ups", 0, MOST_REPETITIONS, repetitions);
        return new WarmUp(least, call.number("warm-up-seconds", 0, MOST_SECONDS, least == 0 ? 0 : SECONDS));
    }

    /** For the head of a report. */
    static void tell(WarmUp warmUp, Map<String, Object> head) {
        head.put("warm_ups", warmUp.repetitions());
        head.put("warm_up_seconds", warmUp.seconds());
    }
}
