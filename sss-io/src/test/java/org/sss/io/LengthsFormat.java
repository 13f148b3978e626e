package org.sss.io;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.Codec;
import org.sss.api.TupleSource;
import org.sss.io.store.FileStore;
import org.sss.io.store.FileStores;
import org.sss.io.store.StoredFile;

/** Files {@code .lengths} of encoded tuples, with their lengths; one task reads one file. */
public final class LengthsFormat implements RecordFormat {
    @Override
    public String id() {
        return "lengths";
    }

    @Override
    public List<String> extensions() {
        return List.of(".lengths");
    }

    @Override
    public String suffix() {
        return ".lengths";
    }

    @Override
    public boolean isCompressible() {
        return false;
    }

    @Override
    public RecordFormat.Types types(InputFiles files) {
        return new RecordFormat.Types("bytes", "bytes");
    }

    @Override
    public <K, V> TupleSource<K, V> source(InputFiles files, Codec<K> keys, Codec<V> values) {
        return new TupleSource<>() {
            @Override
            public String name() {
                return "lengths";
            }

            @Override
            public List<Split> splits() {
                List<Split> splits = new ArrayList<>();
                for (String path : files.pathsOrGlobs()) {
                    for (StoredFile file : FileStores.ofProcess().of(path).list(path)) {
                        splits.add(
                                new Split(file.path(), file.path().getBytes(java.nio.charset.StandardCharsets.UTF_8)));
                    }
                }
                return splits;
            }

            @Override
            public void read(Split split, TupleSink<K, V> to) throws IOException {
                FileStore store = FileStores.of(to).of(split.description());
                StoredFile file = store.stat(split.description());
                try (DataInputStream in = new DataInputStream(store.open(file, 0, FileStore.END))) {
                    for (int length; (length = in.readInt()) >= 0; ) {
                        byte[] key = in.readNBytes(length);
                        byte[] value = in.readNBytes(in.readInt());
                        to.accept(keys.decode(key, 0, key.length), values.decode(value, 0, value.length));
                    }
                }
            }
        };
    }

    @Override
    public RecordFormat.Writer writer(
            OutputStream out, RecordFormat.Types types, boolean valuesOnly, List<String> columns) {
        DataOutputStream data = new DataOutputStream(out);
        return new RecordFormat.Writer() {
            @Override
            public void write(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength)
                    throws IOException {
                data.writeInt(keyLength);
                data.write(key, keyOffset, keyLength);
                data.writeInt(valueLength);
                data.write(value, valueOffset, valueLength);
            }

            @Override
            public void finish() throws IOException {
                data.writeInt(-1);
            }
        };
    }
}
