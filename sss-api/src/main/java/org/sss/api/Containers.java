package org.sss.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Encodes record fields that are containers of elements. Stateless.
 *
 * <pre>
 * optional   00, or 01 and the element
 * list       for each element 01 and the element, then 00: a list sorts before each longer one that starts with it
 * set        as a list, in ascending order of the encoded elements
 * map        as a set of keys, each followed by its value
 * </pre>
 */
final class Containers {
    static final byte END = 0;
    static final byte ELEMENT = 1;

    private Containers() {}

    /** Writes one element. */
    @FunctionalInterface
    interface Writer {
        void write(Object element, ByteSink sink) throws Throwable;
    }

    /** Reads one element, never null. */
    @FunctionalInterface
    interface Reader {
        Object read(RecordInput input) throws Throwable;
    }

    static void write(BuiltInType.Container container, Object object, List<Writer> elements, ByteSink sink)
            throws Throwable {
        Writer first = elements.get(0);
        switch (container) {
            case OPTIONAL -> writeOptional((Optional<?>) object, first, sink);
            case LIST -> writeList((List<?>) object, first, sink);
            case SET -> writeSet((Set<?>) object, first, sink);
            case MAP -> writeMap((Map<?, ?>) object, first, elements.get(1), sink);
        }
    }

    private static void writeOptional(Optional<?> optional, Writer writer, ByteSink sink) throws Throwable {
        sink.writeByte(optional.isPresent() ? ELEMENT : END);
        if (optional.isPresent()) {
            writer.write(optional.get(), sink);
        }
    }

    private static void writeList(List<?> list, Writer writer, ByteSink sink) throws Throwable {
        for (Object element : list) {
            sink.writeByte(ELEMENT);
            writer.write(element, sink);
        }
        sink.writeByte(END);
    }

    private static void writeSet(Set<?> set, Writer writer, ByteSink sink) throws Throwable {
        List<Entry> entries = new ArrayList<>(set.size());
        ByteSink one = new ByteSink(32);
        for (Object element : set) {
            one.clear();
            writer.write(element, one);
            entries.add(new Entry(one.toByteArray(), one.size()));
        }
        writeSorted(BuiltInType.Container.SET, entries, sink);
    }

    private static void writeMap(Map<?, ?> map, Writer keys, Writer values, ByteSink sink) throws Throwable {
        List<Entry> entries = new ArrayList<>(map.size());
        ByteSink one = new ByteSink(64);
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            one.clear();
            keys.write(entry.getKey(), one);
            int keyBytes = one.size();
            values.write(entry.getValue(), one);
            entries.add(new Entry(one.toByteArray(), keyBytes));
        }
        writeSorted(BuiltInType.Container.MAP, entries, sink);
    }

    /** An element of a set, or a key of a map and its value, encoded. */
    record Entry(byte[] bytes, int keyBytes) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            return Arrays.compareUnsigned(bytes, 0, keyBytes, other.bytes, 0, other.keyBytes);
        }
    }

    /** @throws SssException INVALID_ARGUMENT if two are equal */
    static void writeSorted(BuiltInType.Container container, List<Entry> entries, ByteSink sink) {
        Collections.sort(entries);
        Entry before = null;
        for (Entry entry : entries) {
            if (before != null && entry.compareTo(before) == 0) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "a " + container + " has two " + (container == BuiltInType.Container.MAP ? "keys" : "elements")
                                + " with the same encoding");
            }
            sink.writeByte(ELEMENT);
            sink.write(entry.bytes);
            before = entry;
        }
        sink.writeByte(END);
    }

    /** Reads what {@link #write} has written; the result is unmodifiable. */
    static Object read(BuiltInType.Container container, List<Reader> elements, RecordInput input) throws Throwable {
        Reader first = elements.get(0);
        return switch (container) {
            case OPTIONAL -> input.readMark() ? Optional.of(first.read(input)) : Optional.empty();
            case LIST -> Collections.unmodifiableList((List<?>) readAll(new ArrayList<>(), first, input));
            case SET -> Collections.unmodifiableSet((Set<?>) readAll(new LinkedHashSet<>(), first, input));
            case MAP -> Collections.unmodifiableMap(readMap(first, elements.get(1), input));
        };
    }

    private static Collection<Object> readAll(Collection<Object> all, Reader reader, RecordInput input)
            throws Throwable {
        while (input.readMark()) {
            if (!all.add(reader.read(input))) {
                throw input.corrupt("has an element of a set twice");
            }
        }
        return all;
    }

    private static Map<Object, Object> readMap(Reader keys, Reader values, RecordInput input) throws Throwable {
        Map<Object, Object> map = new LinkedHashMap<>();
        while (input.readMark()) {
            Object key = keys.read(input);
            if (map.put(key, values.read(input)) != null) {
                throw input.corrupt("has a key of a map twice");
            }
        }
        return map;
    }
}
