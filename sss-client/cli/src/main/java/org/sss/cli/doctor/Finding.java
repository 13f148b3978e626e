package org.sss.cli.doctor;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The result of one check. Immutable.
 *
 * @param what  was checked
 * @param found the fact, in one line
 * @param level whether it matters
 * @param advice what to do, or null if there is nothing to do
 */
record Finding(String what, String found, Level level, String advice) {
    enum Level {
        OK("ok"),
        /** SSS works, but something is slower or not available. */
        NOTE("note"),
        /** A node would not start, or fails under load. */
        PROBLEM("problem");

        private final String word;

        Level(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    static Finding ok(String what, String found) {
        return new Finding(what, found, Level.OK, null);
    }

    static Finding note(String what, String found, String advice) {
        return new Finding(what, found, Level.NOTE, advice);
    }

    static Finding problem(String what, String found, String advice) {
        return new Finding(what, found, Level.PROBLEM, advice);
    }

    boolean isProblem() {
        return level == Level.PROBLEM;
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("check", what);
        json.put("result", level.word());
        json.put("found", found);
        if (advice != null) {
            json.put("advice", advice);
        }
        return json;
    }
}
