package org.sss.dataserver.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.kvs.process.ProcessRestart;

/**
 * The process of a node: restarts its program when the memory is used up. It is here because only this module uses the
 * native library. Thread-safe.
 */
public final class OwnProcess {
    private final ProcessRestart process;

    private OwnProcess(ProcessRestart process) {
        this.process = process;
    }

    /**
     * As {@link ProcessRestart#prepare}.
     *
     * @throws SssException when this system does not support it
     */
    public static OwnProcess prepare(String message, List<String> variables, String noteName, int noteBytes) {
        try {
            return new OwnProcess(ProcessRestart.prepare(message, variables, noteName, noteBytes));
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new SssException(ErrorCode.INTERNAL, "this process cannot restart itself: " + e, e);
        }
    }

    /** As {@link ProcessRestart#note}. */
    public ByteBuffer note() {
        return process.note();
    }

    /** As {@link ProcessRestart#restart}. */
    public int restart() {
        return process.restart();
    }
}
