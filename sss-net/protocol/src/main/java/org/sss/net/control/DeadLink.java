package org.sss.net.control;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The error of a node that cannot connect to another node, which may be alive. The error names both nodes and the
 * address; the coordinator recognises it. Stateless.
 */
public final class DeadLink {
    private static final String CANNOT_REACH = " cannot reach node ";
    private static final Pattern REPORT = Pattern.compile("\\bnode (\\d{1,3})" + CANNOT_REACH + "(\\d{1,3})\\b");

    /** Node {@code from} cannot reach node {@code to}. */
    public record Report(int from, int to) {
        @Override
        public String toString() {
            return "node " + from + CANNOT_REACH + to;
        }
    }

    private DeadLink() {}

    /**
     * Returns the error of node {@code from}, which failed to connect to {@code to}.
     *
     * @param e of the connection; names the address
     */
    public static SssException error(int from, NodeInfo to, SssException e) {
        return new SssException(
                ErrorCode.NODE_UNREACHABLE, "node " + from + CANNOT_REACH + to.id() + ": " + e.getMessage(), e);
    }

    /** Returns which nodes the error is about, if another node has reported it. */
    public static Optional<Report> report(SssException e) {
        Matcher matcher = REPORT.matcher(String.valueOf(e.getMessage()));
        return isReportedBy(e) && matcher.find()
                ? Optional.of(new Report(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    /** Returns true if another node has reported this error: a reported error has a remote stack trace. */
    public static boolean isReportedBy(SssException e) {
        return e.code() == ErrorCode.NODE_UNREACHABLE
                && e.remoteTrace() != null
                && String.valueOf(e.getMessage()).contains(CANNOT_REACH);
    }
}
