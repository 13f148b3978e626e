package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.PeerError;
import org.sss.net.transport.Stream;

/** Reads the payloads defined by {@link FrameFormat}. Stateless. */
final class FrameBody {
    private FrameBody() {}

    static String readVerb(ByteBuf body) {
        int bytes = body.readUnsignedByte();
        check(bytes > 0, body, bytes, "verb");
        return readText(body, bytes);
    }

    static byte[] readHeader(ByteBuf body) {
        int bytes = body.readableBytes();
        check(bytes <= Stream.MAX_HEADER_BYTES, body, bytes, "header");
        return readRest(body);
    }

    static SssException readError(ByteBuf body) {
        int codeBytes = body.readUnsignedByte();
        check(true, body, codeBytes + 2, "error code");
        String code = readText(body, codeBytes);
        int messageBytes = body.readUnsignedShort();
        check(true, body, messageBytes, "error message");
        String message = readText(body, messageBytes);
        return error(code, message, readText(body, body.readableBytes()));
    }

    static int readCredit(ByteBuf body) {
        int bytes = body.readInt();
        check(bytes > 0, body, 0, "credit");
        return bytes;
    }

    static byte[] readRest(ByteBuf body) {
        byte[] bytes = new byte[body.readableBytes()];
        body.readBytes(bytes);
        return bytes;
    }

    private static SssException error(String code, String message, String trace) {
        try {
            return new PeerError(ErrorCode.valueOf(code), message, trace).toException();
        } catch (IllegalArgumentException e) {
            // A newer peer may know codes that this side does not.
            return new PeerError(ErrorCode.INTERNAL, code + ": " + message, trace).toException();
        }
    }

    private static String readText(ByteBuf body, int bytes) {
        return body.readCharSequence(bytes, StandardCharsets.UTF_8).toString();
    }

    private static void check(boolean ok, ByteBuf body, int bytes, String what) {
        if (!ok || bytes > body.readableBytes()) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    "the " + what + " of a frame is malformed: " + bytes + " bytes announced, " + body.readableBytes()
                            + " received");
        }
    }
}
