package org.sss.api;

/**
 * Bytes as they are. The shared instance is stateless and decodes to copies; the ones from {@link #forTask()} are confined
 * to one thread and decode to a view that they use again.
 */
final class BytesCodec implements Codec<Bytes> {
    private static final long serialVersionUID = 1L;
    static final BytesCodec INSTANCE = new BytesCodec("bytes", null);

    private final String name;
    private final transient Bytes view;

    private BytesCodec(String name, Bytes view) {
        this.name = name;
        this.view = view;
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
        return view == null ? new Bytes().set(bytes, offset, length).copy() : view.set(bytes, offset, length);
    }

    @Override
    public Codec<Bytes> forTask() {
        return new BytesCodec(name, new Bytes());
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
