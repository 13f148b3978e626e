package org.sss.api;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;

/**
 * Decodes to objects that later decodings do not modify, even with a codec that always decodes into the same object,
 * which {@link Codec#decode} does not allow. Such a codec is detected when it returns the same object twice; a
 * deserialized copy of the codec has an object of its own. May be shared between threads if the codec may.
 */
final class OwnObjects<T> implements Codec<T> {
    private static final long serialVersionUID = 1L;

    private final Codec<T> codec;
    /** True once the codec has returned two different objects. A data race on this field is harmless. */
    private transient boolean makesNew;

    private transient T before;

    OwnObjects(Codec<T> codec) {
        this.codec = codec;
    }

    @Override
    public String name() {
        return codec.name();
    }

    @Override
    public void encode(T value, ByteSink sink) {
        codec.encode(value, sink);
    }

    @Override
    public T copy(T object) {
        ByteSink sink = new ByteSink(64);
        codec.encode(object, sink);
        return decode(sink.array(), 0, sink.size());
    }

    @Override
    public T decode(byte[] bytes, int offset, int length) {
        T object = codec.decode(bytes, offset, length);
        return makesNew || isImmutable(object) ? object : decodeAgain(object, bytes, offset, length);
    }

    private T decodeAgain(T first, byte[] bytes, int offset, int length) {
        T second = codec.decode(bytes, offset, length);
        if (first != second || before != null && before != first) {
            makesNew = true;
            return second;
        }
        before = first;
        return copyOfCodec().decode(bytes, offset, length);
    }

    /** Returns whether the object is immutable, so that returning it twice is correct. */
    private static boolean isImmutable(Object object) {
        return object == null
                || object instanceof Long
                || object instanceof String
                || object instanceof Double
                || object instanceof Integer
                || object instanceof Boolean
                || object instanceof Enum<?>;
    }

    @SuppressWarnings("unchecked")
    private Codec<T> copyOfCodec() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(codec);
            out.flush();
            return (Codec<T>) new CodecInput(
                            new ByteArrayInputStream(bytes.toByteArray()),
                            codec.getClass().getClassLoader())
                    .readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "codec '" + codec.name() + "' (" + codec.getClass().getName()
                            + ") always decodes into the same object, and cannot be copied (" + e
                            + "); let decode return a new object each"
                            + " time, or let forTask return a codec that has its own object",
                    e);
        }
    }

    /**
     * Resolves classes with the class loader of the codec. Needs no filter: it reads what this class has just written.
     */
    private static final class CodecInput extends ObjectInputStream {
        private final ClassLoader loader;

        CodecInput(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                // Primitive types have no loader.
                return super.resolveClass(description);
            }
        }
    }
}
