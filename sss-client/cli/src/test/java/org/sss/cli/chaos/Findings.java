package org.sss.cli.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a node answered to random input. Thread-safe. */
final class Findings {
    private static final int MAX_PROBLEMS = 20;

    private long inputs;
    private final Map<String, Long> answers = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();

    synchronized void input() {
        inputs++;
    }

    synchronized void answer(String kind) {
        answers.merge(kind, 1L, Long::sum);
    }

    synchronized void problem(String what) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(what);
        }
    }

    synchronized List<String> problems() {
        return List.copyOf(problems);
    }

    @Override
    public synchronized String toString() {
        return inputs + " inputs, answers " + answers;
    }
}
