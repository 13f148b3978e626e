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
 * Files that tasks of this node have written under another name. They share the fate of the group that their job writes: they
 * get their names when it is committed, and are deleted when it is dropped before. Thread-safe.
 */
public final class JobFiles implements GroupListener {
    private static final Logger LOG = LoggerFactory.getLogger(JobFiles.class);
    /** Ids are never used again; the newest ones are those that a late task may still name. */
    private static final int REMEMBERED_GROUPS = 10_000;

    /** By group. Guarded by this. */
    private final Map<Long, List<Written>> waiting = new HashMap<>();
    /** Groups that were committed or dropped lately: what comes for them is too late. */
    private final Set<Long> over = Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > REMEMBERED_GROUPS;
        }
    });

    /** A file of an attempt that has succeeded. */
    public record Written(AttemptId attempt, Path file, Path target) {
        public void delete() {
            JobFiles.delete(file);
        }
    }

    /** Those of an attempt that was given up and comes when its group is committed or dropped are deleted. */
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
                    Files.move(file.file(), file.target(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                    named.add(file.target());
                } else {
                    file.delete();
                }
            }
        } catch (IOException e) {
            named.forEach(JobFiles::delete);
            files.forEach(Written::delete);
            throw new SssException(ErrorCode.STORAGE, "a file that a task has written cannot get its name: " + e, e);
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
