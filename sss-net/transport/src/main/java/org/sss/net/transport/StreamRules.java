package org.sss.net.transport;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Checks of the arguments of stream calls; for implementors. Stateless. */
public final class StreamRules {
    private StreamRules() {}

    /** Returns the verb's bytes if verb and header are within the limits. */
    public static byte[] checkOpen(String verb, Message header) {
        byte[] bytes = verb.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < 1) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "a stream needs a verb, and this one is empty");
        }
        checkSize("a verb", bytes.length, Stream.MAX_VERB_BYTES, "a new stream");
        checkSize("a header", header.size(), Stream.MAX_HEADER_BYTES, "stream '" + verb + "'");
        return bytes;
    }

    static void checkTrailer(Message trailer, CreditStream stream) {
        checkSize(
                "a trailer",
                stream.isLocal() ? trailer.size() : trailer.bytes().length,
                Stream.MAX_HEADER_BYTES,
                stream);
    }

    static void checkData(ByteBuf data, CreditStream stream) {
        checkData(data, 0, stream);
    }

    /** @param moreBytes size of what follows {@code data} in the frame */
    static void checkData(ByteBuf data, long moreBytes, CreditStream stream) {
        checkSize("a data frame", data.readableBytes() + moreBytes, Stream.MAX_DATA_BYTES, stream);
        if (!data.isReadable()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "an empty data frame cannot be sent on " + stream + "; use end(trailer) to end the direction");
        }
    }

    private static void checkSize(String what, long bytes, int maxBytes, Object stream) {
        if (bytes > maxBytes) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    what + " of " + bytes + " bytes is too large for " + stream + "; the limit is " + maxBytes);
        }
    }
}
