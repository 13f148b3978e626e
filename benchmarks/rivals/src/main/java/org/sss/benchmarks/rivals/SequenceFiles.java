package org.sss.benchmarks.rivals;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;
import org.sss.benchmarks.synthetic.StoredOutput;
import org.sss.benchmarks.synthetic.SyntheticConf;
import org.sss.benchmarks.synthetic.SyntheticValues;

/** Files of pairs whose values are bytes. Stateless. */
public final class SequenceFiles {
    private SequenceFiles() {}

    /** Not compressed. */
    public static SequenceFile.Writer writer(Configuration conf, Path file, Class<? extends Writable> key)
            throws IOException {
        return SequenceFile.createWriter(
                conf,
                SequenceFile.Writer.file(file),
                SequenceFile.Writer.keyClass(key),
                SequenceFile.Writer.valueClass(BytesWritable.class),
                SequenceFile.Writer.compression(SequenceFile.CompressionType.NONE));
    }

    /** Writes the input of the synthetic benchmark: file {@code n} has each {@code files}-th pair from the nth on. */
    public static void writeInput(Configuration conf, Path directory, long files, SyntheticConf synthetic)
            throws IOException {
        SyntheticValues values = new SyntheticValues(synthetic.initialValueLength());
        for (long file = 0; file < files; file++) {
            try (SequenceFile.Writer writer = writer(conf, new Path(directory, "part-" + file), LongWritable.class)) {
                for (long key = file; key < synthetic.initialKeyCount(); key += files) {
                    writer.append(
                            new LongWritable(key),
                            new BytesWritable(
                                    values.copy(SyntheticValues.check(key), 1, synthetic.initialValueLength())));
                }
            }
        }
    }

    /** Reads a file of the synthetic benchmark's output. */
    public static void readOutput(Configuration conf, Path file, StoredOutput into) throws IOException {
        LongWritable key = new LongWritable();
        BytesWritable value = new BytesWritable();
        try (SequenceFile.Reader reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file))) {
            while (reader.next(key, value)) {
                into.add(key.get(), value.getBytes(), 0, value.getLength());
            }
        }
    }
}
