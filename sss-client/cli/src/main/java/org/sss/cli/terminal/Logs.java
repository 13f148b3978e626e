package org.sss.cli.terminal;

/**
 * Configures logging before the first logger is created: level INFO with timestamps to stdout for a node, warnings to
 * stderr for other commands. Stateless.
 */
public final class Logs {
    private Logs() {
    }

    /** @param color whether warnings of a command are shown in color */
    public static void configure(String[] args, boolean color) {
        boolean node = args.length > 0 && args[0].equals("node");
        setDefault("logback.configurationFile", "org/sss/cli/" + (node ? "logback-node.xml" : "logback-command.xml"));
        setDefault("sss.log.start", color && !node ? Style.WARNING.start() : "");
        setDefault("sss.log.end", color && !node ? Style.end() : "");
        setDefault("logback.statusListenerClass", "ch.qos.logback.core.status.NopStatusListener");
    }

    private static void setDefault(String name, String value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value);
        }
    }
}
