package org.sss.server.task.spill;

import java.io.IOException;
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
import org.sss.api.TaskContext.Publication;
import org.sss.dataserver.group.GroupListener;
import org.sss.net.control.AttemptId;

/**
 * Files and other results that tasks of this node have prepared. They are published when the output group of their job
 * is committed, and discarded if it is dropped. Thread-safe.
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

    /** A result of an attempt that has succeeded. */
    public record Written(AttemptId attempt, Publication result) {
        /** Failures are logged. */
        public void discard() {
            try {
                result.discard();
            } catch (IOException | RuntimeException e) {
                LOG.warn("What a task has written for {} could not be deleted", result.target(), e);
            }
        }
    }

    /** Adds files. Those of an abandoned attempt that arrive after its group was committed or dropped are deleted. */
    public synchronized void add(long group, List<Written> files) {
        if (over.contains(group)) {
            files.forEach(Written::discard);
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
        try {
            for (Written file : files) {
                if (counting.contains(file.attempt())) {
                    file.result().publish();
                } else {
                    file.discard();
                }
            }
        } catch (IOException e) {
            files.forEach(Written::discard);
            throw new SssException(ErrorCode.STORAGE, "a file that a task has written cannot be renamed: " + e, e);
        } catch (RuntimeException e) {
            files.forEach(Written::discard);
            throw e;
        }
    }

    @Override
    public void dropped(long group) {
        take(group).forEach(Written::discard);
    }

    /** Returns the files of a group, and leaves them to the caller; those that are added later are deleted. */
    public synchronized List<Written> take(long group) {
        over.add(group);
        List<Written> files = waiting.remove(group);
        return files == null ? List.of() : files;
    }
}
