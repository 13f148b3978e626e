package org.sss.client;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLoggerFactory;

/**
 * Warnings about jobs that may give other answers on the nodes than the program expects: logged, or printed to standard
 * error if the program has no logging. Each only once for a client. Thread-safe.
 */
final class JobWarnings {
    private static final Logger LOG = LoggerFactory.getLogger(JobWarnings.class);
    /** A program that makes names by a counter must not fill the memory. */
    private static final int MAX_KNOWN = 1000;

    private final Set<String> known = ConcurrentHashMap.newKeySet();

    /** @param fields descriptions of static fields that differ on the nodes */
    void ofStatics(String workflow, String job, Collection<String> fields) {
        List<String> found = fields.stream().filter(this::isNew).toList();
        if (!found.isEmpty()) {
            warn("Job '" + job + "' of workflow '" + workflow + "' reads static fields that have other values on the nodes of a cluster, as they are not"
                    + " sent: " + String.join(", ", found) + ". Copy a value into a local variable before the lambda, or give it to the job as a parameter"
                    + " (Workflow.set, TaskContext.parameter)");
        }
    }

    private boolean isNew(String what) {
        return known.size() < MAX_KNOWN && known.add(what);
    }

    @SuppressWarnings("SystemOut") // a program without logging would be told nothing
    private static void warn(String text) {
        if (LoggerFactory.getILoggerFactory() instanceof NOPLoggerFactory) {
            System.err.println("WARN " + text);
        } else {
            LOG.warn(text);
        }
    }
}
