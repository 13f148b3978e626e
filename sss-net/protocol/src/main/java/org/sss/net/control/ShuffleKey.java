package org.sss.net.control;

/**
 * Names the shuffle of one run of a job. A job that runs again, in a loop or after the loss of a node, has another one,
 * so that late messages of an earlier run are rejected.
 *
 * @param job workflow and job
 * @param run the number of the first output group of this run
 */
public record ShuffleKey(String job, long run) {
    @Override
    public String toString() {
        return "the shuffle of " + job + " (" + run + ")";
    }
}
