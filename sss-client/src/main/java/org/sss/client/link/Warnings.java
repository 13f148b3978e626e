package org.sss.client.link;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.NOPLoggerFactory;

/**
 * Warnings to the user of a program: logged, or printed to standard error if the program has no logging. Thread-safe.
 */
public final class Warnings {
    private static final Logger LOG = LoggerFactory.getLogger("org.sss.client");

    private Warnings() {}

    @SuppressWarnings("SystemOut") // a program without logging would get none
    public static void warn(String text) {
        if (LoggerFactory.getILoggerFactory() instanceof NOPLoggerFactory) {
            System.err.println("WARN " + text);
        } else {
            LOG.warn(text);
        }
    }
}
