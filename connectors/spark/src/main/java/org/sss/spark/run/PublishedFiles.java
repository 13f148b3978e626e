package org.sss.spark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Gives the files that tasks have written their names, in the driver. Stateless. */
record PublishedFiles(String job) {
    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if the driver does not see them; none is renamed then */
    void rename(List<TaskEnd> ends) {
        for (TaskEnd end : ends) {
            end.files().forEach(file -> check(end.task(), file));
        }
        for (TaskEnd end : ends) {
            end.files().forEach(this::rename);
        }
    }

    private void check(int task, TaskEnd.WrittenFile file) {
        if (!Files.exists(Path.of(file.file()))) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "task " + task + " of job '" + job + "' has written '" + file.target()
                            + "' on an executor, and the driver does not see it; write to a directory that the driver"
                            + " and all executors share, or write a group");
        }
    }

    private void rename(TaskEnd.WrittenFile file) {
        try {
            Files.move(
                    Path.of(file.file()),
                    Path.of(file.target()),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.STORAGE, "file '" + file.target() + "' of job '" + job + "' cannot be renamed: " + e, e);
        }
    }
}
