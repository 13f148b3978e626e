package org.sss.cli;

import java.util.Map;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;

/** {@code sss version}. */
final class VersionCommand implements Command {
    @Override
    public int run(Call call) {
        call.args();
        String version = Main.class.getPackage().getImplementationVersion();
        String known = version == null ? "development" : version;
        if (call.console().json()) {
            call.console().json(Map.of("version", known, "java", System.getProperty("java.version")));
        } else {
            call.console().line("sss " + known + ", Java " + System.getProperty("java.version"));
        }
        return 0;
    }
}
