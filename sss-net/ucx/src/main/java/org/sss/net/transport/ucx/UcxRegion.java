package org.sss.net.transport.ucx;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpMemMapParams;
import org.openucx.jucx.ucp.UcpMemory;
import org.sss.net.transport.ring.RingLayout;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.ring.RingWord;

/** Registered memory with the layout of one side. Made and closed in the {@link UcxThread}. */
final class UcxRegion {
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int ALIGNMENT = 64;

    private final UcpMemory memory;
    private final long address;
    private final ByteBuffer view;

    private UcxRegion(UcpMemory memory, int bytes) {
        this.memory = memory;
        address = (memory.getAddress() + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        view = UcxUtils.getByteBufferView(address, bytes);
    }

    /** UCX chooses the memory: shared, if it writes to another process; of large pages, if there are any. */
    static UcxRegion allocate(UcpContext context, RingShape shape) {
        int bytes = RingLayout.bytes(shape);
        UcxRegion region =
                new UcxRegion(context.memoryMap(new UcpMemMapParams().allocate().setLength(bytes + ALIGNMENT)), bytes);
        for (RingWord word : RingWord.values()) {
            region.setWord(RingLayout.offset(word), 0);
        }
        return region;
    }

    long address() {
        return address;
    }

    byte[] remoteKey() {
        ByteBuffer key = memory.getRemoteKeyBuffer();
        byte[] bytes = new byte[key.remaining()];
        key.get(bytes);
        return bytes;
    }

    ByteBuffer[] slots(RingShape shape) {
        ByteBuffer[] slots = new ByteBuffer[shape.slots()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = view.slice(RingLayout.offset(shape, i), shape.slotBytes());
        }
        return slots;
    }

    ByteBuffer view() {
        return view;
    }

    static long word(ByteBuffer view, RingWord word) {
        return (long) LONGS.getVolatile(view, RingLayout.offset(word));
    }

    void setWord(int offset, long value) {
        LONGS.setVolatile(view, offset, value);
    }

    /** The memory must not be used afterwards. */
    void close() {
        memory.close();
    }
}
