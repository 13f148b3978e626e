package org.sss.net.transport.ucx;

import org.openucx.jucx.UcxException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Errors of UCX with their remedy. Stateless. */
final class UcxErrors {
    static final String MORE_LOCKED_MEMORY =
            "raise the limit of locked memory (LimitMEMLOCK=infinity, ulimit -l unlimited)";

    private UcxErrors() {}

    static SssException of(Throwable cause) {
        if (cause instanceof LinkageError) {
            return unusable(
                    "it cannot be loaded: " + cause.getMessage(),
                    "install libucx0 (Debian, Ubuntu) or ucx (others); "
                            + "if the message names a file in a temporary directory, that must not be mounted with "
                            + "noexec: see -Djava.io.tmpdir",
                    cause);
        }
        if (cause instanceof UcxException) {
            return unusable(cause.getMessage(), remedy(String.valueOf(cause.getMessage())), cause);
        }
        return new SssException(ErrorCode.INTERNAL, "UCX failed: " + cause, cause);
    }

    private static SssException unusable(String why, String remedy, Throwable cause) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "UCX cannot be used: " + why + "; " + remedy, cause);
    }

    private static String remedy(String message) {
        if (message.contains("No such device")) {
            return "none of the transports in net.ucx.tls exists on the devices in net.ucx.devices; 'ucx_info -d'"
                    + " lists both";
        }
        if (message.contains("unreachable")) {
            return "no transport in net.ucx.tls reaches that node; both nodes need one in common";
        }
        // If memory cannot be locked, libucx prints the limit and the advice of the kernel to its standard output and
        // returns only this.
        if (message.contains("memory") || message.contains("Input/output error")) {
            return MORE_LOCKED_MEMORY + " and the size of /dev/shm, or lower net.ring.size";
        }
        return "set net.transport = tcp to do without";
    }
}
