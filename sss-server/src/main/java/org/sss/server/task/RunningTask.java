package org.sss.server.task;

import java.nio.file.Path;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.net.control.TaskSpec;

/** What the functions of a task see of it. Used by the task's thread. */
final class RunningTask implements TaskContext, AutoCloseable {
    private final TaskSpec spec;
    private final TaskState state;
    private final ScratchDirectory scratch;
    private Path temporaryDirectory;

    RunningTask(TaskSpec spec, TaskState state, ScratchDirectory scratch) {
        this.spec = spec;
        this.state = state;
        this.scratch = scratch;
    }

    @Override
    public String workflow() {
        return spec.workflow();
    }

    @Override
    public String job() {
        return spec.job();
    }

    @Override
    public int task() {
        return spec.task();
    }

    @Override
    public int attempt() {
        return spec.attempt();
    }

    @Override
    public int iteration() {
        return spec.iteration();
    }

    @Override
    public int subgroupCount() {
        return spec.cluster().subgroupCount();
    }

    @Override
    public String parameter(String name) {
        String value = spec.parameters().get(name);
        if (value == null) {
            throw new SssException(ErrorCode.NOT_FOUND, "parameter '" + name + "' is not set; set(\"" + name
                    + "\", ...) for the job or the workflow");
        }
        return value;
    }

    @Override
    public String parameter(String name, String otherwise) {
        Map<String, String> all = spec.parameters();
        return all.getOrDefault(name, otherwise);
    }

    @Override
    public void count(String counter, long amount) {
        state.count(counter, amount);
    }

    @Override
    public Path temporaryDirectory() {
        if (temporaryDirectory == null) {
            temporaryDirectory = scratch.make(spec.workflow() + "-" + spec.task() + "-");
        }
        return temporaryDirectory;
    }

    @Override
    public void close() {
        if (temporaryDirectory != null) {
            scratch.delete(temporaryDirectory);
        }
    }
}
