package org.sss.spark.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.server.task.spill.ScratchDirectory;

/** A temporary directory of one task, on the disks that Spark uses; deleted at its end. For one thread. */
final class TaskDirectory implements AutoCloseable {
    private final ScratchDirectory scratch;
    private final Path path;

    TaskDirectory(TaskContext task) {
        File[] disks = SparkEnv.get().blockManager().diskBlockManager().localDirs();
        Path disk = disks[(int) (task.taskAttemptId() % disks.length)].toPath();
        try {
            path = Files.createTempDirectory(Files.createDirectories(disk), "sss-");
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    "cannot create a temporary directory in " + disk + ": " + e + "; check spark.local.dir",
                    e);
        }
        scratch = new ScratchDirectory(path.resolve("task"));
        task.addTaskCompletionListener((TaskCompletionListener) ended -> close());
    }

    /** For the temporary files of the task engine. */
    ScratchDirectory scratch() {
        return scratch;
    }

    Path file(String name) {
        return path.resolve(name);
    }

    @Override
    public void close() {
        scratch.delete(path);
    }
}
