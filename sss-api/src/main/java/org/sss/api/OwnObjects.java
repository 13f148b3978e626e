package org.sss.api;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;

/**
 * Decodes to objects that no later decoding changes, even with a codec that decodes into an object of its own again and again, as
 * {@link Codec#decode} does not allow. Such a codec is known by giving the same object twice; a copy of the codec, as travels to the nodes,
 * has another one. May be shared between threads as far as the codec may.
 */
final class OwnObjects<T> implements Codec<T> {
    private static final long serialVersionUID = 1L;

    private final Codec<T> codec;
    /** Whether the codec was seen to make an object each time. It does not matter which thread has seen it. */
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

    /** Objects of which each may well be there only once. */
    private static boolean isImmutable(Object object) {
        return object == null || object instanceof Long || object instanceof String || object instanceof Double
                || object instanceof Integer || object instanceof Boolean || object instanceof Enum<?>;
    }

    @SuppressWarnings("unchecked")
    private Codec<T> copyOfCodec() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(codec);
            out.flush();
            return (Codec<T>) new CodecInput(new ByteArrayInputStream(bytes.toByteArray()), codec.getClass().getClassLoader())
                    .readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "codec '" + codec.name() + "' (" + codec.getClass().getName()
                    + ") decodes into one object again and again, and cannot be copied (" + e + "); let decode make an object each"
                    + " time, or let forTask return a codec with an object of its own", e);
        }
    }

    /** Finds classes where that of the codec was found. */
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
                // int and its like have no loader.
                return super.resolveClass(description);
            }
        }
    }
}
