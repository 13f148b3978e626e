package org.sss.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.io.Sources;
import org.sss.spark.store.GroupStore;
import org.sss.spark.testing.StoredTuples;
import org.sss.spark.testing.TestSpark;

/** A commit that fails leaves no group, or the one before it, and no other file; the next one succeeds. */
class CommitsIT {
    private static final TupleGroup<String, Long> LENGTHS =
            TupleGroup.of("lengths", Codecs.STRING, Codecs.LONG).replacing();
    private static final String META = "group.json";

    @TempDir
    Path directory;

    /** Local files under another scheme. */
    public static class OtherFiles extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create(getScheme() + ":///");
        }

        @Override
        public String getScheme() {
            return "other";
        }
    }

    /** Renames them as HDFS does: a file replaces another one in one step. */
    public static final class OtherContext extends DelegateToFileSystem {
        static volatile boolean failing;

        public OtherContext(URI uri, Configuration conf) throws IOException, URISyntaxException {
            super(uri, new OtherFiles(), conf, "other", false);
        }

        @Override
        public void renameInternal(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to, boolean overwrite)
                throws IOException {
            if (failing) {
                throw new IOException("the name node is in safe mode");
            }
            assertThat(overwrite).isTrue();
            assertThat(fsImpl.rename(from, to)).isTrue();
        }
    }

    /** Local files with the manners of S3A: a rename is a copy, and must not happen. */
    public static final class ObjectFiles extends OtherFiles {
        @Override
        public String getScheme() {
            return "s3a";
        }

        @Override
        public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to) {
            throw new UnsupportedOperationException("rename of " + from);
        }
    }

    private static Configuration hadoop() {
        Configuration conf = TestSpark.context().hadoopConfiguration();
        conf.set("fs.other.impl", OtherFiles.class.getName());
        conf.set("fs.AbstractFileSystem.other.impl", OtherContext.class.getName());
        conf.set("fs.s3a.impl", ObjectFiles.class.getName());
        return conf;
    }

    private GroupStore store(String scheme) {
        return new GroupStore(scheme + directory.resolve("store"), hadoop());
    }

    /** The lengths of some words. */
    private void run(GroupStore store, String... words) throws IOException {
        Path text = Files.writeString(directory.resolve("words"), String.join("\n", words) + "\n");
        Workflow workflow = Workflow.named("lengths");
        workflow.map(
                Sources.text(text.toString()),
                LENGTHS,
                (Long at, String word, Emitter<String, Long> out) -> out.emit(word, (long) word.length()));
        SparkRunner.run(
                workflow,
                TestSpark.context(),
                SparkOptions.store(store.toString()).withSubgroups(2));
    }

    private static Set<String> words(GroupStore store) {
        Set<String> words = new TreeSet<>();
        StoredTuples.forEach(store, LENGTHS, (word, length) -> words.add(word));
        return words;
    }

    /** Files in the directory of the group, but checksums. */
    private Set<String> files() throws IOException {
        try (Stream<Path> all = Files.list(directory.resolve("store/lengths"))) {
            return all.map(file -> file.getFileName().toString())
                    .filter(file -> !file.endsWith(".crc"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private void checkFailure(GroupStore store, String cause) {
        assertThatThrownBy(() -> run(store, "four", "five"))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("committing group 'lengths' in store '" + store + "'")
                .hasMessageContaining(cause)
                .hasMessageContaining("check the address and the rights of the store")
                .extracting(e -> ((SssException) e).code())
                .isEqualTo(ErrorCode.STORAGE);
    }

    @Test
    void aLocalFileThatCannotBeWritten() throws IOException {
        GroupStore store = store("");
        Path temporary = directory.resolve("store/lengths/" + META + ".tmp");
        Files.createDirectories(temporary);
        checkFailure(store, META + ".tmp");
        assertThat(store.names()).isEmpty();
        assertThat(files()).containsExactly(META + ".tmp");

        Files.delete(temporary);
        run(store, "one", "two");
        assertThat(words(store)).containsExactly("one", "two");
        Set<String> before = files();

        Files.createDirectory(temporary);
        checkFailure(store, META + ".tmp");
        assertThat(words(store)).containsExactly("one", "two");
        Files.delete(temporary);
        assertThat(files()).isEqualTo(before);

        run(store, "six");
        assertThat(words(store)).containsExactly("six");
        assertThat(files()).doesNotContainAnyElementsOf(withoutMeta(before)).contains(META);
    }

    private static Set<String> withoutMeta(Set<String> files) {
        files.remove(META);
        return files;
    }

    @Test
    void aRenameThatFails() throws IOException {
        GroupStore store = store("other://");
        run(store, "one", "two");
        Set<String> before = withoutMeta(files());
        OtherContext.failing = true;
        try {
            checkFailure(store, "the name node is in safe mode");
        } finally {
            OtherContext.failing = false;
        }
        assertThat(words(store)).containsExactly("one", "two");
        assertThat(files()).filteredOn(file -> file.endsWith(".blocks")).containsExactlyElementsOf(before);

        run(store, "six");
        assertThat(words(store)).containsExactly("six");
    }

    @Test
    void aStoreOfObjectsIsWrittenWithoutRenames() throws IOException {
        GroupStore store = store("s3a://");
        run(store, "one", "two");
        run(store, "six");
        assertThat(words(store)).containsExactly("six");
        assertThat(files()).filteredOn(file -> !file.endsWith(".blocks")).containsExactly(META);
    }
}
