package org.sss.dataserver.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.kvs.process.ProcessRestart;
import org.sss.kvs.process.ProcessUmask;

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

    /**
     * Lets only the owner of this process use the files that it makes from now on. Call it before threads make files.
     *
     * @return the mask of rights (umask) that the process was started with
     */
    public static int makeFilesPrivate() {
        return ProcessUmask.set(0077);
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
