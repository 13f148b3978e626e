package org.sss.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrintableLogTest {
    private static final String FORGED = "2030-01-01 00:00:00.000 ERROR Forged: x";

    /** Returns what a logger with the file of a node prints. */
    private static List<String> logged(String message, Throwable thrown) throws JoranException {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        try {
            System.setOut(new PrintStream(out, true, UTF_8));
            JoranConfigurator configurator = new JoranConfigurator();
            configurator.setContext(context);
            configurator.doConfigure(PrintableLogTest.class.getResource("/org/sss/cli/logback-node.xml"));
            context.getLogger("some").info(message, thrown);
        } finally {
            context.stop();
            System.setOut(before);
        }
        return out.toString(UTF_8).lines().toList();
    }

    @Test
    void aMessageCannotForgeALineOfALog() throws JoranException {
        List<String> lines = logged("key 'a\n" + FORGED + "\r" + (char) 0x1b + "[2J'", null);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).endsWith("some: key 'a");
        assertThat(lines.get(1)).isEqualTo("    " + FORGED + "\\u000d\\u001b[2J'");
    }

    @Test
    void norCanTheMessageOfAnException() throws JoranException {
        List<String> lines = logged("failed", new IllegalStateException("outer\n" + FORGED, new RuntimeException((char) 0x9b + "J\n" + FORGED)));
        assertThat(lines.get(0)).endsWith("some: failed");
        assertThat(lines.subList(1, lines.size())).allMatch(line -> line.startsWith("    "));
        assertThat(lines).anyMatch(line -> line.contains("\\u009bJ")).anyMatch(line -> line.contains("PrintableLogTest"));
    }
}
