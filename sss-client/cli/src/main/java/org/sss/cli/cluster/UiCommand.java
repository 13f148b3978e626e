package org.sss.cli.cluster;

import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.client.SssClient;

/** {@code sss ui}. */
public final class UiCommand implements Command {
    private static final String PRINT = "print";

    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        options.addOption(null, PRINT, false, "only print the address, which opens the page once, within 60 s");
    }

    @Override
    public int run(Call call) {
        call.args();
        String address;
        try (SssClient client = call.connect()) {
            address = client.admin().page();
        }
        Console console = call.console();
        if (console.json()) {
            console.json(Map.of("address", address));
            return 0;
        }
        console.line(address);
        if (!call.has(PRINT) && console.isOutputTerminal()) {
            show(address, console);
        }
        return 0;
    }

    private static void show(String address, Console console) {
        String command = Browser.command(System.getenv(), System.getProperty("os.name"));
        if (command == null) {
            console.note("no display here: open the address in a browser within 60 s; from another machine by 'ssh -L'"
                    + " (docs/page.md)");
        } else if (!Browser.open(command, address)) {
            console.note("cannot run " + command + ": open the address in a browser within 60 s");
        }
    }
}
