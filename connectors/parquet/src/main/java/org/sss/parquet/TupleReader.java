package org.sss.parquet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.sss.api.RecordView;
import org.sss.io.RecordFormat;
import org.sss.parquet.FieldReader.Fields;

/**
 * Reads the rows of a file as tuples of given types: which columns it needs, and how it makes keys and values of them.
 * Immutable.
 *
 * @param wanted the needed columns
 * @param number whether keys are the numbers of rows
 */
record TupleReader(MessageType wanted, boolean number, Fields fields, RecordFormat.Types types, Layout layout) {
    /**
     * Returns the reader of a file. A key of type long without a column is the number of the row.
     *
     * @throws org.sss.api.SssException NOT_FOUND for a missing column; TYPE_MISMATCH, INVALID_ARGUMENT for one that
     *     cannot be read as its field
     */
    static TupleReader of(Footer footer, RecordFormat.Types types) {
        MessageType schema = footer.data().getFileMetaData().getSchema();
        boolean number = types.keys().equals("long") && !schema.containsField(Layout.KEY);
        Layout layout = Layout.of(types, number);
        Map<String, String> names = new LinkedHashMap<>(layout.keys());
        names.putAll(layout.values());
        Fields fields = Fields.of(columns(schema), names, footer.name());
        return new TupleReader(new MessageType(schema.getName(), fields.wanted()), number, fields, types, layout);
    }

    static List<Column> columns(MessageType schema) {
        return schema.getFields().stream()
                .map(field -> Column.of(field.getName(), field))
                .toList();
    }

    /** Returns what Parquet calls for each value of the wanted columns. */
    RecordMaterializer<Row> rows() {
        Row row = new Row();
        int ofKey = layout.keys().size();
        Parts.Struct root = new Parts.Struct(
                fields,
                row,
                objects -> row.set(
                        number ? null : whole(types.keys(), objects.subList(0, ofKey)),
                        whole(types.values(), objects.subList(ofKey, objects.size()))));
        return new RecordMaterializer<>() {
            @Override
            public Row getCurrentRecord() {
                return row;
            }

            @Override
            public GroupConverter getRootConverter() {
                return new Root(root, row);
            }
        };
    }

    private static Object whole(String type, List<Object> objects) {
        return Layout.isRecord(type)
                ? new RecordView(new ArrayList<>(RecordView.fieldsOf(type).keySet()), objects)
                : objects.get(0);
    }

    /** Starts a row. */
    private static final class Root extends GroupConverter {
        private final Parts.Struct fields;
        private final Row row;

        Root(Parts.Struct fields, Row row) {
            this.fields = fields;
            this.row = row;
        }

        @Override
        public org.apache.parquet.io.api.Converter getConverter(int index) {
            return fields.getConverter(index);
        }

        @Override
        public void start() {
            row.restart();
            fields.start();
        }

        @Override
        public void end() {
            fields.end();
        }
    }
}
