package org.sss.net.data;

import java.time.Duration;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Checks;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Connection;

/**
 * Locates a damaged block: the data server may have sent it from its file without checking it, so it is asked to check
 * all blocks of that scan, and its error names the file. One thread at a time.
 */
final class DamageSearch {
    private final Supplier<Connection> connection;
    private final Scan scan;
    private final Duration blockTimeout;

    /** @param scan that brought the block */
    DamageSearch(Supplier<Connection> connection, Scan scan, Duration blockTimeout) {
        this.connection = connection;
        this.scan = new Scan(
                scan.group(),
                scan.subgroup(),
                new DataVerbs.Range(scan.range().from(), scan.range().to()),
                new DataVerbs.ScanForm(scan.form().ordered(), scan.form().frameBytes(), Checks.BOTH, null),
                scan.identity(),
                null,
                null);
        this.blockTimeout = blockTimeout;
    }

    /** Returns the error to throw for damage that the client has {@code found} in a block. */
    SssException explain(SssException found) {
        if (found.code() != ErrorCode.CORRUPT) {
            return found;
        }
        try (DataQueue queue = DataQueue.open(connection.get(), DataVerbs.SCAN, Json.asMessage(scan))) {
            queue.stream().end(new byte[0]);
            queue.awaitEnd(blockTimeout);
        } catch (SssException e) {
            return explain(found, e);
        }
        return new SssException(
                ErrorCode.CORRUPT,
                found.getMessage() + ". The data server has compared all checksums of this scan"
                        + " since then and found no damage in its files, so the block was damaged in transit: read it "
                        + "again; if the error"
                        + " returns, check the memory and the network of both machines",
                found);
    }

    private static SssException explain(SssException found, SssException answer) {
        if (answer.code() == ErrorCode.CORRUPT) {
            return answer;
        }
        return new SssException(
                ErrorCode.CORRUPT,
                found.getMessage() + ". The file on the data server is unknown, since" + " the request for it failed: "
                        + answer.getMessage(),
                found);
    }
}
