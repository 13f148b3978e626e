package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.ring.RingShape;

/**
 * Payload of a RING frame, by which two sides agree on a ring. The first byte is the step:
 *
 * <pre>
 *   opener                               acceptor
 *     OFFER 1 -----------------------------> opens the memory
 *        epoch u32, slots u32, slotBytes u32, nameBytes u8, name, description
 *             &lt;----------------------------- ACCEPT 2: its frames of streams now come through the ring
 *                                               answer: what the opener needs to write its memory; may be empty
 *             or &lt;-------------------------- DECLINE 3: reason
 *     START 4 -----------------------------> those of the opener do, too
 * </pre>
 */
sealed interface RingMessage {
    /** Largest payload. */
    int MAX_BYTES = 5 << 10;

    int MAX_DESCRIPTION_BYTES = 4 << 10;
    int MAX_REASON_CHARS = 500;
    int OFFER = 1;
    int ACCEPT = 2;
    int DECLINE = 3;
    int START = 4;

    /** Appends the payload to {@code frame}. */
    void write(ByteBuf frame);

    /**
     * The opener has made memory.
     *
     * @param name the way in which it is shared
     * @param description what the acceptor needs to open it
     */
    record Offer(int epoch, RingShape shape, String name, byte[] description) implements RingMessage {
        @Override
        public void write(ByteBuf frame) {
            frame.writeByte(OFFER).writeInt(epoch).writeInt(shape.slots()).writeInt(shape.slotBytes());
            frame.writeByte(name.length()).writeCharSequence(name, StandardCharsets.US_ASCII);
            frame.writeBytes(description);
        }

        @Override
        public String toString() {
            return "Offer[epoch=" + epoch + ", " + shape + ", " + name + ", description=" + Arrays.hashCode(description)
                    + "]";
        }
    }

    /**
     * The acceptor has opened the memory, and sends the next frame of a stream through the ring.
     *
     * @param answer what the opener needs to write the memory of the acceptor
     */
    record Accept(byte[] answer) implements RingMessage {
        @Override
        public void write(ByteBuf frame) {
            frame.writeByte(ACCEPT).writeBytes(answer);
        }

        @Override
        public String toString() {
            return "Accept[answer=" + Arrays.hashCode(answer) + "]";
        }
    }

    /** The connection stays as it is. */
    record Decline(String reason) implements RingMessage {
        @Override
        public void write(ByteBuf frame) {
            String brief = reason.substring(0, Math.min(reason.length(), MAX_REASON_CHARS));
            frame.writeByte(DECLINE).writeCharSequence(brief, StandardCharsets.UTF_8);
        }
    }

    /** The opener sends the next frame of a stream through the ring. */
    record Start() implements RingMessage {
        @Override
        public void write(ByteBuf frame) {
            frame.writeByte(START);
        }
    }

    /** @throws SssException {@link ErrorCode#PROTOCOL} if it is malformed */
    static RingMessage read(ByteBuf payload) {
        int step = payload.readUnsignedByte();
        RingMessage message =
                switch (step) {
                    case OFFER -> readOffer(payload);
                    case ACCEPT -> new Accept(description(payload));
                    case DECLINE ->
                        new Decline(payload.readCharSequence(payload.readableBytes(), StandardCharsets.UTF_8)
                                .toString());
                    case START -> new Start();
                    default -> throw malformed("its step is " + step);
                };
        if (payload.isReadable()) {
            throw malformed(payload.readableBytes() + " bytes are left");
        }
        return message;
    }

    private static Offer readOffer(ByteBuf payload) {
        checkSize(payload, 13);
        int epoch = payload.readInt();
        RingShape shape = shape(payload.readInt(), payload.readInt());
        int nameBytes = payload.readUnsignedByte();
        checkSize(payload, nameBytes);
        String name =
                payload.readCharSequence(nameBytes, StandardCharsets.US_ASCII).toString();
        return new Offer(epoch, shape, name, description(payload));
    }

    private static byte[] description(ByteBuf payload) {
        if (payload.readableBytes() > MAX_DESCRIPTION_BYTES) {
            throw malformed("its description has " + payload.readableBytes() + " bytes");
        }
        byte[] description = ByteBufUtil.getBytes(payload);
        payload.skipBytes(description.length);
        return description;
    }

    private static RingShape shape(int slots, int slotBytes) {
        try {
            return new RingShape(slots, slotBytes);
        } catch (SssException e) {
            throw malformed(e.getMessage());
        }
    }

    private static void checkSize(ByteBuf payload, int bytes) {
        if (payload.readableBytes() < bytes) {
            throw malformed("it ends early");
        }
    }

    private static SssException malformed(String why) {
        return new SssException(ErrorCode.PROTOCOL, "a RING frame is malformed: " + why);
    }
}
