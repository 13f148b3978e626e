package org.sss.parquet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.sss.parquet.FieldReader.Field;
import org.sss.parquet.FieldReader.Fields;

/** Columns that consist of others, which Parquet passes on value by value. For one thread. */
final class Parts {
    private Parts() {}

    /** The value of a field, or the values of a repeated one, until its struct ends. */
    private static final class Slot {
        private final Field field;
        private final Row row;
        private final Converter converter;
        private final boolean isRepeated;
        private Object value;
        private Collection<Object> elements;

        Slot(Field field, Row row) {
            this.field = field;
            this.row = row;
            isRepeated = field.column().form() == Column.Form.REPEATED;
            converter = field.reader().maker().converter(row, this::set);
        }

        void start() {
            value = null;
            if (isRepeated) {
                elements = collection(field.type().contains("set("));
                value = elements;
            }
        }

        private void set(Object newValue) {
            if (!isRepeated) {
                value = newValue;
            } else if (newValue != null) {
                elements.add(newValue);
            }
        }

        Object object() {
            return field.object(value, row);
        }
    }

    private static Collection<Object> collection(boolean isSet) {
        return isSet ? new LinkedHashSet<>() : new ArrayList<>();
    }

    /** The fields of a record, or those of the whole row. */
    static final class Struct extends GroupConverter {
        private final Slot[] slots;
        private final Row row;
        private final Consumer<List<Object>> to;

        /** @param to receives the objects; is not called if a field has no object */
        Struct(Fields fields, Row row, Consumer<List<Object>> to) {
            this.row = row;
            this.to = to;
            slots = fields.list().stream().map(field -> new Slot(field, row)).toArray(Slot[]::new);
        }

        @Override
        public Converter getConverter(int index) {
            return slots[index].converter;
        }

        @Override
        public void start() {
            for (Slot slot : slots) {
                slot.start();
            }
        }

        @Override
        public void end() {
            Object[] objects = new Object[slots.length];
            for (int i = 0; i < slots.length; i++) {
                objects[i] = slots[i].object();
            }
            if (!row.isBad()) {
                to.accept(Arrays.asList(objects));
            }
        }
    }

    /** The elements of a list or set. */
    static final class Elements extends GroupConverter {
        private final Converter repeated;
        private final boolean isSet;
        private final Consumer<Object> to;
        private Collection<Object> elements;

        /** @param isNested whether each element is in a group, so that it may be null */
        Elements(Field element, boolean isNested, boolean isSet, Row row, Consumer<Object> to) {
            this.isSet = isSet;
            this.to = to;
            Consumer<Object> add = value -> {
                if (!row.isBad()) {
                    elements.add(value);
                }
            };
            repeated = isNested
                    ? new Struct(new Fields(List.of(element)), row, one -> add.accept(one.get(0)))
                    : element.reader().maker().converter(row, value -> add.accept(element.object(value, row)));
        }

        @Override
        public Converter getConverter(int index) {
            return repeated;
        }

        @Override
        public void start() {
            elements = collection(isSet);
        }

        @Override
        public void end() {
            to.accept(elements);
        }
    }

    /** The entries of a map. Of two with the same key, the last one counts, as the format says. */
    static final class Entries extends GroupConverter {
        private final Struct entry;
        private final Consumer<Object> to;
        private Map<Object, Object> map;

        Entries(Fields keyAndValue, Row row, Consumer<Object> to) {
            this.to = to;
            entry = new Struct(keyAndValue, row, pair -> map.put(pair.get(0), pair.get(1)));
        }

        @Override
        public Converter getConverter(int index) {
            return entry;
        }

        @Override
        public void start() {
            map = new LinkedHashMap<>();
        }

        @Override
        public void end() {
            to.accept(map);
        }
    }
}
