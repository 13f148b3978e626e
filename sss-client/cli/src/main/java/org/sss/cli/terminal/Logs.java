package org.sss.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/**
 * Configures logging before the first logger is created: level INFO with timestamps to stdout for a node, warnings to
 * stderr for other commands. Functions of users also print to the log of a node, so control characters are escaped in
 * all that it prints. Stateless.
 */
public final class Logs {
    /** The system property with the configuration of Logback. */
    static final String FILE = "logback.configurationFile";

    private Logs() {}

    /** @param color whether warnings of a command are shown in color */
    public static void configure(String[] args, boolean color) {
        boolean node = args.length > 0 && args[0].equals("node");
        if (node) {
            setDefault(FILE, "org/sss/cli/logback-node.xml");
        } else {
            setDefault(CommandLog.PROPERTY, "");
        }
        setDefault("sss.log.start", color && !node ? Style.WARNING.start() : "");
        setDefault("sss.log.end", color && !node ? Style.end() : "");
        if (node) {
            System.setOut(new TaskPrints(printable(FileDescriptor.out), NodeLog.ofStream("System.out")));
            System.setErr(new TaskPrints(printable(FileDescriptor.err), NodeLog.ofStream("System.err")));
        }
        setDefault("logback.statusListenerClass", "ch.qos.logback.core.status.NopStatusListener");
    }

    private static PrintStream printable(FileDescriptor to) {
        return new PrintStream(new PrintableStream(new BufferedOutputStream(new FileOutputStream(to))), true, UTF_8);
    }

    private static void setDefault(String name, String value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value);
        }
    }
}
