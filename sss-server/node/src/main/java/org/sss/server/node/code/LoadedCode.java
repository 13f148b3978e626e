package org.sss.server.node.code;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sss.net.control.TaskSpec;
import org.sss.server.code.JobCode;
import org.sss.server.coordinator.blob.BlobStore;

/**
 * The loaded classes of one workflow and their jars, which stay in the blob store until this is closed. Immutable.
 *
 * @param mayKeepState whether the workflow accepts classes that may still have the static state of earlier workflows
 */
record LoadedCode(
        String workflow, List<String> jars, JobCode code, BlobStore store, long sinceNanos, boolean mayKeepState)
        implements AutoCloseable {
    /** A parameter of workflows; if {@code true}, classes are reused even if they have state. */
    static final String REUSE = "code.reuse";

    static LoadedCode isolated(TaskSpec spec, BlobStore store) {
        store.pin(spec.code().code());
        JobCode code =
                JobCode.isolated(spec.code().code().stream().map(store::file).toList());
        return new LoadedCode(
                spec.id().workflow(), spec.code().code(), code, store, System.nanoTime(), mayKeepState(spec));
    }

    static LoadedCode shared(TaskSpec spec, ClassLoader shared, BlobStore store) {
        return new LoadedCode(spec.id().workflow(), List.of(), JobCode.shared(shared), store, System.nanoTime(), false);
    }

    static boolean mayKeepState(TaskSpec spec) {
        return Boolean.parseBoolean(spec.code().parameters().get(REUSE));
    }

    /** The same code, unused from now on. */
    LoadedCode spare() {
        return new LoadedCode(workflow, jars, code, store, System.nanoTime(), mayKeepState);
    }

    /** The same code for another workflow, from now on. */
    LoadedCode of(TaskSpec spec) {
        return new LoadedCode(spec.id().workflow(), jars, code, store, System.nanoTime(), mayKeepState(spec));
    }

    /**
     * True if the workflow of the task may use this code: it is the same workflow, or a later one and this one has
     * ended. Ids contain increasing numbers.
     */
    boolean mayBeOf(TaskSpec spec) {
        if (!jars.equals(spec.code().code())) {
            return false;
        }
        return spec.id().workflow().equals(workflow)
                || compareIds(workflow, spec.id().workflow()) < 0
                        && !spec.code().besides().contains(workflow);
    }

    private static int compareIds(String a, String b) {
        return a.length() != b.length() ? Integer.compare(a.length(), b.length()) : a.compareTo(b);
    }

    boolean isOlderThan(long age, TimeUnit unit) {
        return System.nanoTime() - sinceNanos >= unit.toNanos(age);
    }

    @Override
    public void close() {
        store.unpin(jars);
        code.close();
    }
}
