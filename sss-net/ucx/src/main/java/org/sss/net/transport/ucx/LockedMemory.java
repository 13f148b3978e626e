package org.sss.net.transport.ucx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * How much memory this process may lock for RDMA devices. Immutable.
 *
 * @param limitBytes the limit, or {@link Long#MAX_VALUE} if there is none or it cannot be read
 * @param devices whether this machine has RDMA devices
 */
record LockedMemory(long limitBytes, boolean devices) {
    /**
     * UCX cannot start for a device with less: libucx 1.13 then fails to allocate its receive buffers, and tries again
     * without end, with an error on the standard output each time.
     */
    static final long MIN_BYTES = 4 << 20;

    private static final Pattern RDMA = Pattern.compile("(^|,)(rc|ud|dc|ib)(_\\w+)?(,|$)");
    private static final Pattern LIMIT = Pattern.compile("(?m)^Max locked memory +(\\d+) ");
    private static final Pattern CAPABILITIES = Pattern.compile("(?m)^CapEff:\\s*(\\p{XDigit}+)$");
    private static final int CAP_IPC_LOCK = 14;

    static LockedMemory ofThisProcess() {
        return of(Path.of("/proc/self/limits"), Path.of("/proc/self/status"), Path.of("/sys/class/infiniband"));
    }

    /** The arguments are files and a directory of the kernel. */
    static LockedMemory of(Path limits, Path status, Path devices) {
        try {
            Matcher limit = LIMIT.matcher(Files.readString(limits));
            boolean limited = limit.find() && !ignoresLimits(Files.readString(status));
            return new LockedMemory(limited ? Long.parseLong(limit.group(1)) : Long.MAX_VALUE, hasFiles(devices));
        } catch (IOException e) {
            return new LockedMemory(Long.MAX_VALUE, false);
        }
    }

    private static boolean ignoresLimits(String status) {
        Matcher capabilities = CAPABILITIES.matcher(status);
        return capabilities.find() && (Long.parseUnsignedLong(capabilities.group(1), 16) >> CAP_IPC_LOCK & 1) == 1;
    }

    private static boolean hasFiles(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (var files = Files.list(directory)) {
            return files.findAny().isPresent();
        }
    }

    /** @throws SssException with the remedy, if UCX would not start with the transports {@code tls} */
    void requireFor(String tls) {
        if (devices && limitBytes < MIN_BYTES && RDMA.matcher(tls).find()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "UCX cannot be used: this process may lock " + kib() + " of memory, and "
                            + tls + " needs at least " + (MIN_BYTES >> 10)
                            + " KiB and net.ring.size x 4 for each other node; "
                            + UcxErrors.MORE_LOCKED_MEMORY);
        }
    }

    /** Returns an advice for UCX that does not answer; empty if there is no limit. */
    String advice() {
        return devices && limitBytes < Long.MAX_VALUE
                ? "; this process may lock " + kib() + " of memory: " + UcxErrors.MORE_LOCKED_MEMORY
                : "";
    }

    private String kib() {
        return (limitBytes >> 10) + " KiB";
    }
}
