package org.sss.spark.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;
import org.apache.spark.util.TaskCompletionListener;
import org.sss.api.ErrorCode;
import org.sss.api.Grouping;
import org.sss.api.Job;
import org.sss.api.SssException;
import org.sss.io.store.RenamedFile;
import org.sss.net.control.Progress;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.control.TaskSpec;
import org.sss.net.data.SubgroupSource;
import org.sss.net.rpc.Json;
import org.sss.server.code.JobCode;
import org.sss.server.shuffle.method.ShuffleOutput;
import org.sss.server.task.TaskRunner;
import org.sss.server.task.spill.JobFiles;
import scala.Tuple2;

/**
 * A task of the engine as an iterator of Spark: the engine runs in a thread of its own and pushes its blocks into a
 * queue, Spark's thread pulls them. When Spark kills the task, the engine's is cancelled. For Spark's thread.
 *
 * <pre>
 *   TaskRunner --send--&gt; BlockQueue --&gt; (subgroup, Chunk)...  and at the end  (subgroupCount, TaskEnd)
 * </pre>
 */
final class EngineTask implements Iterator<Tuple2<Integer, byte[]>> {
    private static final long LOOK_MILLIS = 200;
    private static final long STOP_MILLIS = 10_000;

    private final TaskContext context;
    private final TaskSpec spec;
    private final JobPackage job;
    private final TaskDirectory directory;
    private final BlockQueue queue = new BlockQueue(BlockQueue.MAX_BYTES);
    private final TaskRunner runner;
    private final TaskEnd.Sent[] sent;
    private final Thread thread;
    private Tuple2<Integer, byte[]> next;

    /** Starts the task. */
    EngineTask(TaskContext context, TaskSpec spec, JobPackage job, SubgroupSource input, TaskDirectory directory) {
        this.context = context;
        this.spec = spec;
        this.job = job;
        this.directory = directory;
        sent = new TaskEnd.Sent[spec.outputs().outputGroups().size()];
        Arrays.fill(sent, TaskEnd.Sent.NOTHING);
        JobCode code = JobCode.shared(Thread.currentThread().getContextClassLoader());
        Job functions = code.readJob(job.functions());
        runner = new TaskRunner(
                spec,
                functions,
                code,
                input,
                job.sides()::open,
                (task, output, group) -> new Sender(output),
                TaskRunner.bufferBytes(functions, job.bufferBytes(), false),
                Grouping.AUTO,
                directory.scratch(),
                job.sides().maps());
        thread = new Thread(new ThreadGroup("sss-" + spec.id().task()), this::run, "sss " + spec);
        thread.setDaemon(true);
        context.addTaskCompletionListener((TaskCompletionListener) ended -> close());
        thread.start();
    }

    private static TaskEnd.WrittenFile renamedByDriver(JobFiles.Written file) {
        RenamedFile renamed = RenamedFile.of(file.result()).orElse(null);
        if (renamed == null) {
            file.discard();
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + file.result().target()
                            + "' cannot be written by a job on Spark, which writes files of shared directories only;"
                            + " write a group, or run the job on a cluster of SSS");
        }
        return new TaskEnd.WrittenFile(renamed.file().toAbsolutePath().toString(), renamed.target());
    }

    private void run() {
        try {
            Progress progress = runner.run();
            List<TaskEnd.WrittenFile> files = new ArrayList<>();
            long first = spec.outputs().outputGroups().get(0);
            for (JobFiles.Written file : directory.scratch().jobFiles().take(first)) {
                files.add(renamedByDriver(file));
            }
            TaskEnd end = new TaskEnd(spec.id().task(), progress, List.of(sent), files);
            queue.put(spec.cluster().subgroupCount(), Json.write(end));
            queue.end();
        } catch (SssException e) {
            boolean last = e.code() == ErrorCode.USER_CODE
                    && context.attemptNumber() + 1 >= job.place().attempts();
            queue.fail(new TaskFailed(e, spec.id().task(), last, job.place().jobGroup()));
        } catch (RuntimeException | Error e) {
            queue.fail(new TaskFailed(
                    SssException.of(e, spec.toString()),
                    spec.id().task(),
                    false,
                    job.place().jobGroup()));
        }
    }

    @Override
    public boolean hasNext() {
        while (next == null && !queue.isDrained()) {
            if (context.isInterrupted()) {
                close();
                throw new TaskKilledException("Spark has killed " + spec);
            }
            take();
        }
        return next != null;
    }

    private void take() {
        try {
            next = queue.poll(LOOK_MILLIS);
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new TaskKilledException("Spark has interrupted " + spec);
        }
    }

    @Override
    public Tuple2<Integer, byte[]> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Tuple2<Integer, byte[]> taken = next;
        next = null;
        return taken;
    }

    /** Ends the engine's thread, if it runs; idempotent. */
    private void close() {
        queue.close();
        if (thread.isAlive()) {
            runner.cancel();
            thread.interrupt();
            boolean interrupted = Thread.interrupted();
            try {
                thread.join(STOP_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Puts the blocks of one output into the queue. For the engine's thread. */
    private final class Sender implements ShuffleOutput {
        private final int output;
        /** Of each subgroup, the sequence of the latest run and the number of its next block. */
        private final int[] sequences = new int[spec.cluster().subgroupCount()];

        private final int[] numbers = new int[spec.cluster().subgroupCount()];

        Sender(int output) {
            this.output = output;
        }

        @Override
        public void send(int subgroup, int sequence, byte[] block, int length) {
            if (sequences[subgroup] != sequence) {
                sequences[subgroup] = sequence;
                numbers[subgroup] = 0;
            }
            Chunk.Head head = new Chunk.Head(output, spec.id().task(), sequence, numbers[subgroup]++);
            queue.put(subgroup, Chunk.of(head, block, length));
        }

        @Override
        public void finish(long tuples, long dataBytes) {
            sent[output] = new TaskEnd.Sent(tuples, dataBytes);
        }

        @Override
        public ShuffleTimes times() {
            return null;
        }

        @Override
        public void close() {
            // Spark drops what a failed task has sent.
        }
    }
}
