package org.sss.cli;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;

/** {@code sss bench} where the benchmarks are missing. They are a separate program, started by the launcher. */
final class BenchCommand implements Command {
    @Override
    public int run(Call call) {
        throw new SssException(
                ErrorCode.NOT_FOUND,
                "the benchmarks are not in this class path; run them with ./sss of a built"
                        + " source tree (benchmarks/target/dist/lib)");
    }
}
