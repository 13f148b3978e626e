package org.sss.api;

/**
 * Encodes bytes unchanged. The shared instance is stateless and decodes to copies; instances from {@link #forTask()}
 * are confined to one thread and decode to a view that is valid until the next decoding or {@link #endViews()}.
 */
final class BytesCodec implements Codec<Bytes> {
    private static final long serialVersionUID = 1L;
    static final BytesCodec INSTANCE = new BytesCodec("bytes", null);

    private final String name;
    /** Shared by all codecs derived from one another; null in a codec that decodes to copies. */
    private final transient Ends ends;

    private transient int decoded;

    /** Counts how often all views were invalidated. */
    private static final class Ends {
        private int count;
    }

    private BytesCodec(String name, Ends ends) {
        this.name = name;
        this.ends = ends;
    }

    /** See {@link Codecs#encoded}. */
    static BytesCodec named(String name) {
        return name.equals(INSTANCE.name) ? INSTANCE : new BytesCodec(name, null);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void encode(Bytes value, ByteSink sink) {
        sink.write(value.array(), value.offset(), value.length());
    }

    @Override
    public Bytes decode(byte[] bytes, int offset, int length) {
        if (ends == null) {
            return new Bytes().set(bytes, offset, length).copy();
        }
        decoded++;
        return new Bytes(bytes, offset, length, this, version());
    }

    /** Current version of views: both terms only grow, so a change of either changes the sum. */
    int version() {
        return decoded + ends.count;
    }

    /** Invalidates all views of this codec and of all codecs related to it by {@link #forTask()}. */
    void endViews() {
        if (ends != null) {
            ends.count++;
        }
    }

    /** Views of a codec derived from another one are valid independently, but are invalidated together. */
    @Override
    public Codec<Bytes> forTask() {
        return new BytesCodec(name, ends == null ? new Ends() : ends);
    }

    @Override
    public Bytes copy(Bytes object) {
        return object.copy();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof BytesCodec other && name.equals(other.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name();
    }

    private Object readResolve() {
        return named(name);
    }
}
