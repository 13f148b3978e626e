package org.sss.benchmarks.cli;

import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.micro.MicroPlan;
import org.sss.benchmarks.micro.MicroRow;
import org.sss.benchmarks.micro.MicroRun;
import org.sss.benchmarks.micro.MicroTable;
import org.sss.benchmarks.micro.Stores;
import org.sss.client.cli.Call;
import org.sss.client.cli.Command;

/** {@code sss bench micro}. */
final class MicroCommand implements Command {
    @Override
    public void describe(Options options) {
        MicroOptions.describe(options);
        WorkDirectory.describe(options);
    }

    @Override
    public int run(Call call) throws Exception {
        call.args(new String[0]);
        MicroOptions.plan(call, null);
        try (WorkDirectory work = WorkDirectory.of(call)) {
            MicroPlan plan = MicroOptions.plan(call, work.path());
            measure(plan, call);
        }
        return 0;
    }

    private static void measure(MicroPlan plan, Call call) throws Exception {
        try (Stores stores = Stores.open(plan)) {
            List<MicroRow> rows = new MicroRun(plan, stores.all(), call.console()::note).run();
            MicroTable.print(rows, stores.tested().name(), call.console());
        }
    }
}
