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
 * Finds out where a damaged block comes from: the data server may have sent it from its file without looking at it, so it is asked
 * to look at all blocks of that scan, and its error names the file. One thread at a time.
 */
final class DamageSearch {
    private final Supplier<Connection> connection;
    private final Scan scan;
    private final Duration blockTimeout;

    /** @param scan that brought the block */
    DamageSearch(Supplier<Connection> connection, Scan scan, Duration blockTimeout) {
        this.connection = connection;
        this.scan = new Scan(scan.group(), scan.subgroup(), scan.ordered(), scan.from(), scan.to(), scan.frameBytes(), Checks.BOTH,
                null, scan.identity());
        this.blockTimeout = blockTimeout;
    }

    /** The error to throw for what the client has {@code found} in a block. */
    SssException explain(SssException found) {
        if (found.code() != ErrorCode.CORRUPT) {
            return found;
        }
        try (DataQueue queue = DataQueue.open(connection.get(), DataVerbs.SCAN, Json.write(scan))) {
            queue.stream().end(new byte[0]);
            queue.awaitEnd(blockTimeout);
        } catch (SssException e) {
            return explain(found, e);
        }
        return new SssException(ErrorCode.CORRUPT, found.getMessage() + ". The data server has compared all checksums of this scan"
                + " since then and found no damage where it is stored, so it happened on the way: read it again, and look after the"
                + " memory and the network of both machines if it comes back", found);
    }

    private static SssException explain(SssException found, SssException answer) {
        if (answer.code() == ErrorCode.CORRUPT) {
            return answer;
        }
        return new SssException(ErrorCode.CORRUPT, found.getMessage() + ". In which file the data server has it is not known, since"
                + " asking for that failed: " + answer.getMessage(), found);
    }
}
