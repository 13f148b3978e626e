package org.sss.server.node;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sss.net.control.TaskSpec;
import org.sss.server.code.JobCode;
import org.sss.server.coordinator.blob.BlobStore;

/**
 * The classes of one workflow, and the jars that they come from, which stay here as long. Immutable.
 *
 * @param mayKeepState whether the workflow has asked for classes that may still have the static state of workflows before it
 */
record LoadedCode(String workflow, List<String> jars, JobCode code, BlobStore store, long sinceNanos, boolean mayKeepState) implements AutoCloseable {
    /** A parameter of workflows; set to {@code true}, classes are reused though they keep state. */
    static final String REUSE = "code.reuse";

    static LoadedCode isolated(TaskSpec spec, BlobStore store) {
        store.pin(spec.code());
        JobCode code = JobCode.isolated(spec.code().stream().map(store::file).toList());
        return new LoadedCode(spec.workflow(), spec.code(), code, store, System.nanoTime(), mayKeepState(spec));
    }

    static LoadedCode shared(TaskSpec spec, ClassLoader shared, BlobStore store) {
        return new LoadedCode(spec.workflow(), List.of(), JobCode.shared(shared), store, System.nanoTime(), false);
    }

    static boolean mayKeepState(TaskSpec spec) {
        return Boolean.parseBoolean(spec.parameters().get(REUSE));
    }

    /** The same, spare from now on. */
    LoadedCode spare() {
        return new LoadedCode(workflow, jars, code, store, System.nanoTime(), mayKeepState);
    }

    /** The same for another workflow, from now on. */
    LoadedCode of(TaskSpec spec) {
        return new LoadedCode(spec.workflow(), jars, code, store, System.nanoTime(), mayKeepState(spec));
    }

    /**
     * Whether this may be the code of that task, as far as its workflow goes: it is this one, or one after this one, which is over. Ids have
     * numbers that grow.
     */
    boolean mayBeOf(TaskSpec spec) {
        if (!jars.equals(spec.code())) {
            return false;
        }
        return spec.workflow().equals(workflow)
                || compareIds(workflow, spec.workflow()) < 0 && !spec.besides().contains(workflow);
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
