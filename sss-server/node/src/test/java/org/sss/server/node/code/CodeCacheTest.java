package org.sss.server.node.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.io.exec.ProgramJob;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.server.coordinator.blob.BlobId;
import org.sss.server.coordinator.blob.BlobStore;
import org.sss.server.coordinator.blob.BlobStreams;
import org.sss.server.coordinator.blob.BlobWriter;

/** Reuse of class loaders between workflows. */
class CodeCacheTest {
    /** User code without state, in a jar. */
    static final class Constant {
        static final String WORD = "word";
    }

    /** User code with static state. */
    static final class Counting {
        static int calls;
    }

    @TempDir
    private Path directory;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private BlobStore store;
    private CodeCache codes;
    private String jar;

    @BeforeEach
    void open() throws IOException {
        store = new BlobStore(directory, 1 << 20);
        codes = new CodeCache(
                store,
                new BlobStreams(store, Runnable::run),
                () -> {
                    throw new IllegalStateException("all blobs are here");
                },
                null,
                new ProgramJob.Host("0", "python3"),
                timer);
        jar = put(jar(Constant.class, Counting.class));
    }

    @AfterEach
    void close() {
        codes.close();
        timer.shutdownNow();
    }

    private static byte[] jar(Class<?>... types) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(bytes)) {
            for (Class<?> type : types) {
                String file = type.getName().replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(file));
                try (InputStream in = type.getResourceAsStream("/" + file)) {
                    in.transferTo(out);
                }
            }
        }
        return bytes.toByteArray();
    }

    private String put(byte[] content) {
        String id = BlobId.of(content);
        try (BlobWriter writer = store.write(id)) {
            writer.write(content, 0, content.length);
            writer.commit();
        }
        return id;
    }

    private CodeCache.Entry acquire(String workflow, String blob, String... others) {
        return codes.acquire(task(workflow, blob, Map.of(), others));
    }

    private static TaskSpec task(String workflow, String blob, Map<String, String> parameters, String... others) {
        return new TaskSpec(
                new TaskSpec.Id(workflow, "map-1", JobKind.MAP, 0, 0, 0),
                TaskSpec.Inputs.ofGroups(List.of(1L), List.of(), List.of()),
                TaskSpec.Outputs.ofGroups(List.of(2L)),
                new TaskSpec.Code("f", List.of(blob), parameters, List.of(others)),
                new TaskSpec.Limits(10, 0, 0),
                new ClusterMap("c", 1, List.of(), 1),
                List.of());
    }

    /** Runs a task of the workflow that uses the class; returns its class loader. */
    private ClassLoader ran(String workflow, Class<?> type, String... others) {
        CodeCache.Entry entry = acquire(workflow, jar, others);
        ClassLoader loader = use(entry, type);
        codes.release(entry);
        return loader;
    }

    private static ClassLoader use(CodeCache.Entry entry, Class<?> type) {
        ClassLoader loader = entry.code().loader();
        try {
            assertThat(loader.loadClass(type.getName()).getClassLoader()).isSameAs(loader);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
        return loader;
    }

    @Test
    void reusesStatelessClassesForNextWorkflowWithSameJars() {
        ClassLoader first = ran("wf-9", Constant.class);
        assertThat(ran("wf-9", Constant.class)).isSameAs(first);
        assertThat(ran("wf-10", Constant.class)).isSameAs(first);
        assertThat(ran("wf-123", Constant.class, "wf-122")).isSameAs(first);
    }

    @Test
    void doesNotReuseClassesWithState() {
        ClassLoader first = ran("wf-1", Counting.class);
        assertThat(ran("wf-1", Counting.class)).isSameAs(first);
        ClassLoader second = ran("wf-2", Constant.class);
        assertThat(second).isNotSameAs(first);
        assertThat(ran("wf-3", Counting.class)).isSameAs(second);
        assertThat(ran("wf-4", Constant.class)).isNotSameAs(second);
    }

    /** The loader of a workflow that allows classes with state. */
    private ClassLoader ranWithReuse(String workflow, Class<?> type) {
        CodeCache.Entry entry = codes.acquire(task(workflow, jar, Map.of("code.reuse", "true")));
        ClassLoader loader = use(entry, type);
        codes.release(entry);
        return loader;
    }

    @Test
    void reusesClassesWithStateIfBothWorkflowsAllowIt() {
        ClassLoader first = ranWithReuse("wf-1", Counting.class);
        assertThat(ran("wf-2", Counting.class)).isNotSameAs(first);
        assertThat(ranWithReuse("wf-3", Counting.class)).isSameAs(first);
        assertThat(ranWithReuse("wf-4", Counting.class)).isSameAs(first);
    }

    @Test
    void doesNotReuseClassesAfterFailedTask() {
        CodeCache.Entry entry = acquire("wf-1", jar);
        ClassLoader first = use(entry, Constant.class);
        entry.preventReuse();
        codes.release(entry);
        assertThat(ran("wf-2", Constant.class)).isNotSameAs(first);
    }

    @Test
    void doesNotReuseClassesOfRunningWorkflow() {
        ClassLoader first = ran("wf-1", Constant.class);
        assertThat(ran("wf-2", Constant.class, "wf-1")).isNotSameAs(first);
        assertThat(ran("wf-1", Constant.class, "wf-2")).isSameAs(first);
    }

    @Test
    void doesNotReuseClassesOfLaterWorkflow() {
        ClassLoader later = ran("wf-10", Constant.class);
        assertThat(ran("wf-9", Constant.class)).isNotSameAs(later);
    }

    @Test
    void doesNotReuseClassesInUse() {
        CodeCache.Entry running = acquire("wf-1", jar);
        ClassLoader first = use(running, Constant.class);
        assertThat(ran("wf-2", Constant.class)).isNotSameAs(first);
        codes.release(running);
        assertThat(ran("wf-3", Constant.class)).isSameAs(first);
    }

    @Test
    void doesNotReuseClassesOfOtherJars() throws IOException {
        ClassLoader first = ran("wf-1", Constant.class);
        String other = put(jar(Constant.class));
        CodeCache.Entry entry = acquire("wf-2", other);
        assertThat(use(entry, Constant.class)).isNotSameAs(first);
        codes.release(entry);
        assertThat(ran("wf-3", Constant.class)).isSameAs(first);
    }

    @Test
    void releasesIdleClassesWhenMemoryIsShort() {
        ClassLoader first = ran("wf-1", Constant.class);
        codes.forgetIdle();
        assertThat(ran("wf-2", Constant.class)).isNotSameAs(first);
    }

    @Test
    void pinsJarsOfCachedClasses() {
        CodeCache.Entry first = acquire("wf-1", jar);
        codes.release(first);
        CodeCache.Entry second = acquire("wf-2", jar);
        put(new byte[1 << 20]);
        assertThat(store.has(jar)).isTrue();
        use(second, Constant.class);
        codes.release(second);
        codes.forgetIdle();
        put(new byte[(1 << 20) - 1]);
        assertThat(store.has(jar)).isFalse();
    }
}
