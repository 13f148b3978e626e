package org.sss.client.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.examples.WordCount;

class CodeBundleTest {
    private static final TupleGroup<String, String> IN = TupleGroup.of("in", Codecs.STRING, Codecs.STRING);
    private static final TupleGroup<String, String> OUT = TupleGroup.of("out", Codecs.STRING, Codecs.STRING);

    @TempDir
    Path directory;

    @Test
    void theClassesOfALambdaArePackedFromTheirDirectory() throws IOException {
        Workflow workflow = Workflow.named("test");
        workflow.map(IN, OUT, (key, value, out) -> out.emit(value, key));
        try (CodeBundle bundle = bundle(workflow, false)) {
            assertThat(bundle.ids()).hasSize(1);
            try (ZipFile jar = new ZipFile(bundle.jar(bundle.ids().get(0)).toFile())) {
                assertThat(jar.getEntry("org/sss/client/code/CodeBundleTest.class"))
                        .isNotNull();
            }
        }
    }

    @Test
    void nothingIsSentForSharedClasses() {
        Workflow workflow = Workflow.named("test");
        workflow.map(IN, OUT, (key, value, out) -> out.emit(value, key));
        try (CodeBundle shared = bundle(workflow, true)) {
            assertThat(shared.ids()).isEmpty();
        }
    }

    @Test
    void onlyTheExamplesOfSssAreSent() {
        Workflow workflow = WordCount.workflow(WordCount.lines("in"), WordCount.counts("out"));
        try (CodeBundle bundle = bundle(workflow, false)) {
            assertThat(bundle.ids()).hasSize(1);
        }
    }

    @Test
    void addedJarsAreSentUnchanged() throws IOException {
        Path jar = Files.write(directory.resolve("lib.jar"), new byte[] {1, 2, 3});
        Workflow workflow = Workflow.named("test").addJar(jar);
        workflow.reduce(IN, OUT, (key, values, out) -> {});
        try (CodeBundle bundle = bundle(workflow, false)) {
            assertThat(bundle.jar("039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81"))
                    .isEqualTo(jar);
            assertThat(bundle.jar("0390")).isNull();
            assertThat(bundle.ids()).hasSize(2);
        }
    }

    @Test
    void packedFilesAreDeletedOnClose() throws IOException {
        Workflow workflow = Workflow.named("test");
        workflow.map(IN, OUT, (key, value, out) -> out.emit(value, key));
        CodeBundle bundle = bundle(workflow, false);
        Path packed = bundle.jar(bundle.ids().get(0));
        assertThat(packed).exists();
        bundle.close();
        assertThat(packed).doesNotExist();
    }

    @Test
    void packsAKnownDirectoryOnlyOnDemand() throws IOException {
        Workflow workflow = Workflow.named("test").addJar(classes("first", 1_000));
        workflow.reduce(IN, OUT, (key, values, out) -> {});
        CodeIds later = new CodeIds(Clock.offset(Clock.systemUTC(), Duration.ofHours(1)));
        List<String> ids;
        try (CodeBundle bundle = bundle(workflow, true, later)) {
            ids = bundle.ids();
        }
        try (CodeBundle again = bundle(workflow, true, later)) {
            assertThat(again.ids()).isEqualTo(ids).hasSize(1);
            assertThat(CodeBundle.idOf(Files.readAllBytes(again.jar(ids.get(0)))))
                    .isEqualTo(ids.get(0));
        }
    }

    @Test
    void equalDirectoriesGiveEqualJars() throws IOException {
        Path first = classes("first", 1_000);
        Path second = classes("second", 2_000_000);
        assertThat(packed(first)).isEqualTo(packed(second));
    }

    @Test
    void aLinkToADirectoryIsPackedAsTheDirectory() throws IOException {
        Path classes = classes("first", 1_000);
        Path link = Files.createSymbolicLink(directory.resolve("current"), classes);
        assertThat(packed(link)).isEqualTo(packed(classes));
    }

    private static CodeBundle bundle(Workflow workflow, boolean sharedClasses) {
        return bundle(workflow, sharedClasses, new CodeIds(Clock.systemUTC()));
    }

    private static CodeBundle bundle(Workflow workflow, boolean sharedClasses, CodeIds ids) {
        CodeSources sources = CodeBundle.sources(sharedClasses);
        workflow.jobs().forEach(sources::write);
        return CodeBundle.of(workflow, sources, ids);
    }

    private Path classes(String name, long modifiedMillis) throws IOException {
        Path root =
                Files.createDirectories(directory.resolve(name).resolve("p")).getParent();
        for (String file :
                name.equals("first") ? new String[] {"p/B.class", "A.class"} : new String[] {"A.class", "p/B.class"}) {
            Files.writeString(root.resolve(file), file);
            Files.setLastModifiedTime(root.resolve(file), FileTime.fromMillis(modifiedMillis));
        }
        return root;
    }

    private static byte[] packed(Path classes) throws IOException {
        ByteArrayOutputStream jar = new ByteArrayOutputStream();
        DirectoryJar.write(classes, jar);
        return jar.toByteArray();
    }
}
