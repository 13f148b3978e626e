package org.sss.server.task;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.JobOptions;
import org.sss.api.SideData;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TaskContext.Publication;
import org.sss.api.TupleGroup;
import org.sss.io.SignsOfLife;
import org.sss.io.store.FileAccess;
import org.sss.io.store.FileStores;
import org.sss.io.store.RenamedFile;
import org.sss.net.control.Remarks;
import org.sss.net.control.TaskSpec;
import org.sss.net.peer.LimitedLog;
import org.sss.server.task.side.SideGroups;
import org.sss.server.task.spill.JobFiles.Written;
import org.sss.server.task.spill.ScratchDirectory;
import org.sss.server.task.state.TaskState;

/** The context of a task for its functions. For the task's thread. */
final class RunningTask implements TaskContext, SignsOfLife, FileAccess, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunningTask.class);
    private static final LimitedLog NOT_CLOSED = new LimitedLog(LOG, "resources of tasks that could not be closed", 20);

    private final TaskSpec spec;
    private final TaskState state;
    private final ScratchDirectory scratch;
    /** In reverse order of registration. */
    private final Deque<AutoCloseable> resources = new ArrayDeque<>();

    private final SideGroups sides;
    private final boolean isReplay;
    private final List<Written> files = new ArrayList<>();
    private final Set<String> targets = new HashSet<>();
    private boolean succeeded;
    private Path temporaryDirectory;
    private Path spillDirectory;

    /** @param isReplay whether the number of the task need not be that of the subgroup with its keys */
    RunningTask(TaskSpec spec, TaskState state, ScratchDirectory scratch, SideGroups sides, boolean isReplay) {
        this.isReplay = isReplay;
        this.spec = spec;
        this.state = state;
        this.scratch = scratch;
        this.sides = sides;
    }

    boolean isReplay() {
        return isReplay;
    }

    /** See {@link TaskSpec}. */
    List<byte[]> bounds() {
        return spec.outputs().bounds();
    }

    @Override
    public String workflow() {
        return spec.id().workflow();
    }

    @Override
    public String job() {
        return spec.id().job();
    }

    @Override
    public int task() {
        return spec.id().task();
    }

    @Override
    public int attempt() {
        return spec.id().attempt();
    }

    @Override
    public int iteration() {
        return spec.id().iteration();
    }

    @Override
    public Optional<String> inputGroup() {
        return Optional.ofNullable(state.inputGroup());
    }

    @Override
    public Optional<String> inputFile() {
        return Optional.ofNullable(state.inputFile());
    }

    @Override
    public int subgroupCount() {
        return spec.cluster().subgroupCount();
    }

    @Override
    public String parameter(String name) {
        String value = spec.code().parameters().get(name);
        if (value == null) {
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "parameter '" + name + "' is not set; set(\"" + name + "\", ...) for the job or the workflow");
        }
        return value;
    }

    @Override
    public String parameter(String name, String otherwise) {
        Map<String, String> all = spec.code().parameters();
        return all.getOrDefault(name, otherwise);
    }

    @Override
    public <K, V> SideData<K, V> side(TupleGroup<K, V> group) {
        return sides.of(group);
    }

    @Override
    public void count(String counter, long amount) {
        state.count(counter, amount);
    }

    @Override
    public void addSign(LongSupplier sign) {
        state.addSign(sign);
    }

    @Override
    public void printed(String text) {
        LOG.info("{} printed on its standard error: {}", spec, text);
        int excess = text.length() - Remarks.Printed.MAX_CHARS;
        String end = excess <= 0 ? text : "... " + text.substring(Math.max(excess, text.indexOf('\n', excess) + 1));
        state.remark(
                new Remarks(List.of(), List.of(new Remarks.Printed(spec.id().task(), end))));
    }

    @Override
    public Path temporaryDirectory() {
        state.checkThread("temporaryDirectory");
        if (temporaryDirectory == null) {
            temporaryDirectory = newDirectory();
        }
        return temporaryDirectory;
    }

    /** Like {@link #temporaryDirectory}, for files of the engine: the other one contains only files of user code. */
    Path spillDirectory() {
        if (spillDirectory == null) {
            if (JobOptions.isMemoryOnly(spec.code().parameters())) {
                throw new SssException(
                        ErrorCode.TOO_LARGE,
                        "the values of a key take more memory than a task at node "
                                + spec.cluster().locations().owner(spec.id().task())
                                + " has for sorting (half of task.buffer), and this job refuses files"
                                + " (memory.only): set a larger task.buffer, or run it"
                                + " without memory.only");
            }
            spillDirectory = newDirectory();
        }
        return spillDirectory;
    }

    private Path newDirectory() {
        return scratch.make(spec.id().workflow() + "-" + spec.id().task() + "-");
    }

    @Override
    public void publish(Path written, Path target) {
        state.checkThread("publish");
        checkWritable(target);
        publish(new RenamedFile(written, target));
    }

    @Override
    public void publish(Publication result) {
        state.checkThread("publish");
        // Discarded from now on, unless the task succeeds.
        files.add(new Written(spec.attemptId(), result));
        try {
            result.prepare();
        } catch (IOException e) {
            throw new SssException(ErrorCode.STORAGE, "file '" + result.target() + "' cannot be written: " + e, e);
        }
        if (!targets.add(result.target())) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "two outputs of this job write file '" + result.target() + "'; use a separate directory for each");
        }
    }

    @Override
    public FileStores stores() {
        return scratch.stores();
    }

    @Override
    public Path readable(Path file) {
        return scratch.access().readable(file);
    }

    @Override
    public void checkWritable(Path file) {
        scratch.access().checkWritable(file);
    }

    @Override
    public void created(Path file) throws IOException {
        scratch.access().created(file);
    }

    @Override
    public boolean hasPublished(String target) {
        state.checkThread("hasPublished");
        return targets.contains(target);
    }

    @Override
    public boolean mayHavePublished() {
        return spec.outputs().filesNamed();
    }

    /** Called when all output is stored: published files then wait for the end of the job. */
    void succeeded() {
        succeeded = true;
        scratch.jobFiles().add(spec.outputs().outputGroups().get(0), files);
    }

    @Override
    public void closeAtEnd(AutoCloseable resource) {
        state.checkThread("closeAtEnd");
        resources.push(Objects.requireNonNull(resource));
    }

    @Override
    public void close() {
        resources.forEach(this::close);
        resources.clear();
        if (!succeeded) {
            files.forEach(Written::discard);
        }
        delete(temporaryDirectory);
        delete(spillDirectory);
    }

    private void delete(Path directory) {
        if (directory != null) {
            scratch.delete(directory);
        }
    }

    private void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Throwable e) {
            // Caught, so that the other resources are closed too.
            NOT_CLOSED.warn("{}: closing a {} failed", spec, resource.getClass().getName(), e);
        }
    }
}
