package org.sss.benchmarks.cli;

import java.util.List;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.Engine;
import org.sss.benchmarks.measure.Engines;
import org.sss.cli.terminal.UsageException;

/** What is made of words that the user typed, where classes below the commands say that they are wrong. Stateless. */
final class Typed {
    private Typed() {
    }

    /** @throws UsageException where that is INVALID_ARGUMENT */
    static <T> T of(Supplier<T> made) {
        try {
            return made.get();
        } catch (SssException e) {
            if (e.code() == ErrorCode.INVALID_ARGUMENT) {
                throw new UsageException(e.getMessage());
            }
            throw e;
        }
    }

    /**
     * @param names such as {@code sss,java}
     * @throws UsageException for a system that does not exist
     * @throws SssException   for one that is not on this machine, which is no wrong use
     */
    static List<Engine> engines(String names) {
        Typed.of(() -> Engines.known(names));
        return Engines.named(names);
    }
}
