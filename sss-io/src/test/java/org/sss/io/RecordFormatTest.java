package org.sss.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.SssException;
import org.sss.api.TupleSource;
import org.sss.io.store.ConnectorUser;
import org.sss.io.store.FileStores;
import org.sss.io.store.MemoryStore;
import org.sss.io.store.PendingFile;

/** Formats and stores of other jars, found by ServiceLoader. */
class RecordFormatTest {
    @BeforeEach
    void clear() {
        MemoryStore.FILES.clear();
    }

    private static <K, V> List<String> read(TupleSource<K, V> source) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(source);
        }
        @SuppressWarnings("unchecked")
        TupleSource<K, V> ofTask =
                (TupleSource<K, V>) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        List<String> tuples = new ArrayList<>();
        for (TupleSource.Split split : source.splits()) {
            ofTask.read(split, (key, value) -> tuples.add(key + "=" + value));
        }
        return tuples;
    }

    @Test
    void anotherFormatIsSelectedByItsExtensionInAnyStore() throws Exception {
        assertThat(OutputFormat.ofName("a/b.lengths", null).format().id()).isEqualTo("lengths");
        PendingFile file = FileStores.ofProcess().of("mem://a.lengths").create("mem://a.lengths", "test", false);
        EncodedTuples<String, Long> tuples = new EncodedTuples<>(
                Codecs.STRING,
                Codecs.LONG,
                RecordFormats.of("lengths")
                        .writer(file.out(), RecordFormat.Types.of(Codecs.STRING, Codecs.LONG), false, List.of()));
        tuples.write("one", 1L);
        tuples.write("two", 2L);
        tuples.finish();
        file.prepare();
        file.publish();
        assertThat(read(Sources.records(Codecs.STRING, Codecs.LONG, "mem://a.lengths")))
                .containsExactly("one=1", "two=2");
    }

    @Test
    void linesAreReadInRangesFromAnyStore() throws Exception {
        MemoryStore.FILES.put("mem://x/a.txt", "one\ntwo\nthree\n".getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
            out.write("four\n".getBytes(StandardCharsets.UTF_8));
        }
        MemoryStore.FILES.put("mem://x/b.gz", gzip.toByteArray());
        assertThat(read(Sources.text("mem://x/*").splitBytes(3)))
                .containsExactly("0=one", "4=two", "8=three", "14=four");
        assertThat(read(Sources.records(Codecs.LONG, Codecs.STRING, "mem://x/a.txt")))
                .containsExactly("0=one", "4=two", "8=three");
    }

    @Test
    void knowsWhatConnectorsAddAndWhatFilesNeed() {
        assertThat(RecordFormats.ofConnectors()).containsExactly("lengths", "mem");
        assertThat(((ConnectorUser) Sources.text("mem://x/*", "/data/x")).connectors())
                .containsExactly("mem");
        assertThat(((ConnectorUser) Sources.records(Codecs.STRING, Codecs.LONG, "mem://a.lengths")).connectors())
                .containsExactlyInAnyOrder("lengths", "mem");
        FileOutput<String, Long> output = Outputs.records("lengths", "mem://out", Codecs.STRING, Codecs.LONG);
        assertThat(output.connectors()).containsExactlyInAnyOrder("lengths", "mem");
        assertThat(((ConnectorUser) output.mapper((Long key, Long value, Emitter<String, Long> out) -> {}))
                        .connectors())
                .isEqualTo(output.connectors());
        assertThat(((ConnectorUser) output.reducer((Long key, Iterable<Long> all, Emitter<String, Long> out) -> {}))
                        .connectors())
                .isEqualTo(output.connectors());
        assertThat(((ConnectorUser) Sources.text("/data/x")).connectors()).isEmpty();
    }

    @Test
    void refusesFormatsThatAreNotInstalled() {
        assertThatThrownBy(() -> RecordFormats.of("parquet"))
                .isInstanceOf(SssException.class)
                .hasMessage("no connector 'parquet' on this machine; unpack sss-parquet.tar.gz into ext/");
        assertThatThrownBy(() -> Sources.records(Codecs.LONG, Codecs.STRING, "a.unknown"))
                .hasMessageContaining("the extension of 'a.unknown' selects no format");
        assertThatThrownBy(() -> Sources.text("gs://bucket/x").splits()).hasMessageContaining("no connector 'gs'");
        assertThatThrownBy(() -> Outputs.text("gs://bucket/x", Codecs.LONG, Codecs.STRING))
                .hasMessageContaining("no connector 'gs'");
        assertThatThrownBy(() -> Outputs.records("lengths", "mem://x", Codecs.LONG, Codecs.STRING)
                        .gzip())
                .hasMessageContaining("leave out gzip()");
        assertThatThrownBy(() -> OutputFormat.ofName("a.lengths", LineFormat.TEXT))
                .hasMessageContaining("another format");
    }
}
