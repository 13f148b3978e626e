package org.sss.net.control;

/**
 * Names the runs of one writer. Runs of a group are ordered by source, then sequence, so that values of a key always
 * come in the same order.
 *
 * @param writer  workflow and job, or the import
 * @param source  number of the task, or of the import thread
 * @param attempt from 0
 */
public record AttemptId(String writer, int source, int attempt) {
    @Override
    public String toString() {
        return writer + "#" + source + "." + attempt;
    }
}
