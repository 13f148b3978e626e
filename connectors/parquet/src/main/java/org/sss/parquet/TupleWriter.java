package org.sss.parquet;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.RecordView;
import org.sss.api.SssException;
import org.sss.io.RecordFormat;

/** Writes tuples to a Parquet file. For one thread. */
final class TupleWriter implements RecordFormat.Writer {
    /** What is in memory for each file that is written; compressed, but for the pages that are being filled. */
    private static final long ROW_GROUP_BYTES = 16L << 20;

    private static final int PAGE_BYTES = 1 << 20;
    /** Rows between two checks of the sizes, small enough for large values. */
    private static final int ROWS_PER_CHECK = 10;

    private final Codec<?> keys;
    private final Codec<?> values;
    private final Row row;
    private final ParquetWriter<List<Object>> writer;
    private final OutputStream out;
    private Exception failure;

    /**
     * Which objects of a tuple are written, and how.
     *
     * @param ofKey    number of objects of the key
     * @param selected numbers of the written objects, in order
     */
    private record Row(int ofKey, int[] selected, List<FieldWriter> fields) {
        List<Object> selected(List<Object> objects) {
            return Arrays.stream(selected).mapToObj(objects::get).toList();
        }
    }

    private TupleWriter(RecordFormat.Types types, Row row, ParquetWriter<List<Object>> writer, OutputStream out) {
        keys = Codecs.byName(types.keys());
        values = Codecs.byName(types.values());
        this.row = row;
        this.writer = writer;
        this.out = out;
    }

    /** See {@link org.sss.io.RecordFormat#writer}. */
    static TupleWriter open(OutputStream file, RecordFormat.Types types, boolean valuesOnly, List<String> columns)
            throws IOException {
        Layout layout = Layout.of(types, valuesOnly);
        List<String> names = layout.names();
        List<String> written = columns.isEmpty() ? names : columns;
        Map<String, String> all = new LinkedHashMap<>(layout.keys());
        all.putAll(layout.values());
        List<FieldWriter> fields = written.stream()
                .map(name -> FieldWriter.of(name, known(name, all)))
                .toList();
        if (fields.isEmpty()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the tuples have no columns, but a Parquet file needs one; add a field");
        }
        Map<String, String> properties = new LinkedHashMap<>();
        if (columns.isEmpty()) {
            properties.put(Layout.VALUES, types.values());
            if (!valuesOnly) {
                properties.put(Layout.KEYS, types.keys());
            }
        }
        MessageType schema = new MessageType(
                "tuple", fields.stream().map(FieldWriter::schema).toArray(Type[]::new));
        OutputStream out = new BufferedOutputStream(file, 1 << 16);
        ParquetWriter<List<Object>> writer = new Builder(new Target(out), new Support(schema, fields, properties))
                .withConf(new PlainParquetConfiguration())
                .withCodecFactory(new PageCodecs())
                .withCompressionCodec(PageCodecs.WRITTEN)
                .withRowGroupSize(ROW_GROUP_BYTES)
                .withPageSize(PAGE_BYTES)
                .withMinRowCountForPageSizeCheck(1)
                .withMaxRowCountForPageSizeCheck(ROWS_PER_CHECK)
                .build();
        int[] selected = written.stream().mapToInt(names::indexOf).toArray();
        return new TupleWriter(types, new Row(layout.keys().size(), selected, fields), writer, out);
    }

    private static String known(String name, Map<String, String> columns) {
        String type = columns.get(name);
        if (type == null) {
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "there is no column '" + name + "'; there are " + String.join(", ", columns.keySet()));
        }
        return type;
    }

    @Override
    public void write(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength)
            throws IOException {
        checkNotFailed();
        List<Object> objects = new ArrayList<>();
        if (row.ofKey > 0) {
            add("key", keys, key, keyOffset, keyLength, objects);
        }
        add("value", values, value, valueOffset, valueLength, objects);
        List<Object> written = row.selected(objects);
        FieldWriter.check(row.fields, written);
        step(() -> writer.write(written));
    }

    private static void add(String what, Codec<?> codec, byte[] bytes, int offset, int length, List<Object> to) {
        Object object = codec.decode(bytes, offset, length);
        if (object instanceof RecordView view) {
            to.addAll(view.values());
            return;
        }
        if (object instanceof String text
                && text.indexOf('\uFFFD') >= 0
                && !Arrays.equals(
                        text.getBytes(StandardCharsets.UTF_8), Arrays.copyOfRange(bytes, offset, offset + length))) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "a " + what + " is not UTF-8, as texts of Parquet files are: " + text + "; store it as bytes");
        }
        to.add(object);
    }

    @Override
    public void finish() throws IOException {
        checkNotFailed();
        step(() -> {
            writer.close();
            out.flush();
        });
    }

    private interface Step {
        void run() throws IOException;
    }

    /** Fails in all calls after a failure, since it is unknown how much was written. */
    private void step(Step step) throws IOException {
        try {
            step.run();
        } catch (IOException | RuntimeException e) {
            failure = e;
            throw e;
        }
    }

    private void checkNotFailed() throws IOException {
        if (failure != null) {
            throw new IOException("the file could not be written: " + failure.getMessage(), failure);
        }
    }

    private static final class Builder extends ParquetWriter.Builder<List<Object>, Builder> {
        private final Support support;

        Builder(OutputFile file, Support support) {
            super(file);
            this.support = support;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        protected WriteSupport<List<Object>> getWriteSupport(ParquetConfiguration configuration) {
            return support;
        }

        @Override
        @Deprecated
        protected WriteSupport<List<Object>> getWriteSupport(org.apache.hadoop.conf.Configuration configuration) {
            return support;
        }
    }

    private static final class Support extends WriteSupport<List<Object>> {
        private final MessageType schema;
        private final List<FieldWriter> fields;
        private final Map<String, String> properties;
        private RecordConsumer to;

        Support(MessageType schema, List<FieldWriter> fields, Map<String, String> properties) {
            this.schema = schema;
            this.fields = fields;
            this.properties = properties;
        }

        @Override
        public WriteContext init(ParquetConfiguration configuration) {
            return new WriteContext(schema, properties);
        }

        @Override
        @Deprecated
        public WriteContext init(org.apache.hadoop.conf.Configuration configuration) {
            return new WriteContext(schema, properties);
        }

        @Override
        public void prepareForWrite(RecordConsumer consumer) {
            to = consumer;
        }

        @Override
        public void write(List<Object> objects) {
            to.startMessage();
            FieldWriter.write(fields, objects, to);
            to.endMessage();
        }
    }

    /** A stream that the caller closes. */
    private static final class Target extends PositionOutputStream implements OutputFile {
        private final OutputStream out;
        private long position;

        Target(OutputStream out) {
            this.out = out;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
            position++;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
            position += length;
        }

        @Override
        public void flush() {
            // The buffer is written when it is full, and at the end.
        }

        @Override
        public void close() {
            // By the caller.
        }

        @Override
        public PositionOutputStream create(long blockSizeHint) {
            return this;
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSizeHint) {
            return this;
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }
    }
}
