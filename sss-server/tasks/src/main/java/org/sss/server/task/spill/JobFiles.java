package org.sss.server.task.spill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.group.GroupListener;
import org.sss.net.control.AttemptId;

/**
 * Files that tasks of this node have written under temporary names. They are renamed when the output group of their job
 * is committed, and deleted if it is dropped. Thread-safe.
 */
public final class JobFiles implements GroupListener {
    private static final Logger LOG = LoggerFactory.getLogger(JobFiles.class);
    /** Ids are never reused; a late task can only have one of the newest ones. */
    private static final int RECENT_GROUPS = 10_000;

    /** By group. Guarded by this. */
    private final Map<Long, List<Written>> waiting = new HashMap<>();
    /** Groups that were committed or dropped recently: files for them are too late. */
    private final Set<Long> over = Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > RECENT_GROUPS;
        }
    });

    /** A file of an attempt that has succeeded. */
    public record Written(AttemptId attempt, Path file, Path target) {
        public void delete() {
            JobFiles.delete(file);
        }
    }

    /** Adds files. Those of an abandoned attempt that arrive after its group was committed or dropped are deleted. */
    public synchronized void add(long group, List<Written> files) {
        if (over.contains(group)) {
            files.forEach(Written::delete);
        } else if (!files.isEmpty()) {
            waiting.computeIfAbsent(group, id -> new ArrayList<>()).addAll(files);
        }
    }

    @Override
    public void committed(long group, List<AttemptId> attempts) {
        List<Written> files = take(group);
        if (files.isEmpty()) {
            return;
        }
        Set<AttemptId> counting = new HashSet<>(attempts);
        List<Path> named = new ArrayList<>();
        try {
            for (Written file : files) {
                if (counting.contains(file.attempt())) {
                    Files.move(
                            file.file(),
                            file.target(),
                            StandardCopyOption.ATOMIC_MOVE,
                            StandardCopyOption.REPLACE_EXISTING);
                    named.add(file.target());
                } else {
                    file.delete();
                }
            }
        } catch (IOException e) {
            named.forEach(JobFiles::delete);
            files.forEach(Written::delete);
            throw new SssException(ErrorCode.STORAGE, "a file that a task has written cannot be renamed: " + e, e);
        }
    }

    @Override
    public void dropped(long group) {
        take(group).forEach(Written::delete);
    }

    private synchronized List<Written> take(long group) {
        over.add(group);
        List<Written> files = waiting.remove(group);
        return files == null ? List.of() : files;
    }

    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("The file {} of a task could not be deleted", file, e);
        }
    }
}
