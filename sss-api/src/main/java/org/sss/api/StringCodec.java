package org.sss.api;

import java.nio.charset.StandardCharsets;

/** Encodes strings as UTF-8. Stateless. */
final class StringCodec implements Codec<String> {
    private static final long serialVersionUID = 1L;
    static final StringCodec INSTANCE = new StringCodec();

    private StringCodec() {}

    @Override
    public String name() {
        return "string";
    }

    @Override
    public void encode(String value, ByteSink sink) {
        Utf8.append(value, sink);
    }

    @Override
    public String decode(byte[] bytes, int offset, int length) {
        // For ASCII the JDK scans with vector instructions and copies once; our own scan would be a second pass.
        return new String(bytes, offset, length, StandardCharsets.UTF_8);
    }

    @Override
    public String copy(String object) {
        return object;
    }

    @Override
    public String toString() {
        return name();
    }

    private Object readResolve() {
        return INSTANCE;
    }
}
