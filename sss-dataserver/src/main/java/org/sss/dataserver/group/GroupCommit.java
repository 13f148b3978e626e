package org.sss.dataserver.group;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.merge.Attempt;
import org.sss.dataserver.merge.SealResult;
import org.sss.dataserver.merge.StorageThread;
import org.sss.dataserver.run.CommitRecord;
import org.sss.dataserver.run.CommitRecord.CommittedAttempt;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Segment;
import org.sss.dataserver.run.TupleTotals;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupDescription;
import org.sss.net.profile.CommitEvent;
import org.sss.net.profile.Profile;

/**
 * One commit of one group. Runs on the caller's thread, in {@link Group#change}.
 *
 * <pre>
 *   on the storage threads, in parallel:  merge, close, index, sync                SUBGROUP-N.tmp
 *   then, here:                           sync the names of these files and of their directory
 *                                         write, sync, rename, sync the name       commit-K      the moment of the commit
 *                                         rename, show to readers                  SUBGROUP-N.sss
 * </pre>
 *
 * If the server is killed before the commit, nothing is committed; after it, everything is: the next start completes
 * the renames.
 */
public final class GroupCommit {
    private final Group group;
    private final Set<AttemptId> asked;
    private final GroupDescription description;
    /** Results of the subgroups; empty ones are removed. */
    private final Map<Subgroup, CompletableFuture<SealResult>> sealing = new LinkedHashMap<>();

    /** @param description of the group, or null */
    public GroupCommit(Group group, List<AttemptId> asked, GroupDescription description) {
        this.group = group;
        this.description = description;
        this.asked = new HashSet<>(asked);
    }

    /** Returns what the attempts stored on this node, whether they were committed now or before. */
    public Stored run() {
        group.checkUsable();
        group.checkComplete();
        Map<AttemptId, Stored> before = attemptsBefore();
        Set<Attempt> fresh = freshAttempts(before);
        if (!before.keySet().containsAll(asked)) {
            commit(fresh);
        }
        Map<AttemptId, Stored> after = group.commits().attempts();
        return asked.stream().map(id -> after.getOrDefault(id, Stored.NONE)).reduce(Stored.NONE, Stored::plus);
    }

    private Map<AttemptId, Stored> attemptsBefore() {
        try {
            return group.commits().durableAttempts();
        } catch (IOException e) {
            throw Disk.error("sync the commits of group " + group.id(), group.directory(), e);
        }
    }

    /** Returns the attempts that have not been committed; what an attempt sends again after its commit is garbage. */
    private Set<Attempt> freshAttempts(Map<AttemptId, Stored> before) {
        Set<Attempt> fresh = new HashSet<>();
        for (AttemptId id : asked) {
            Attempt attempt = group.attempt(id);
            if (attempt != null && !before.containsKey(id)) {
                checkFinished(attempt);
                fresh.add(attempt);
            }
        }
        return fresh;
    }

    private void checkFinished(Attempt attempt) {
        SssException failure = attempt.failure();
        if (failure != null) {
            throw new SssException(
                    failure.code(),
                    "cannot commit attempt " + attempt.id() + " of group " + group.id() + ", it failed: "
                            + failure.getMessage(),
                    failure);
        }
        if (attempt.isStreaming()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "cannot commit attempt " + attempt.id() + " of group " + group.id()
                            + ", it is still sending; commit after its put streams were answered");
        }
    }

    private void commit(Set<Attempt> fresh) {
        CommitEvent event = Profile.commit();
        failOthers(group.attempts(), fresh);
        List<Attempt> all;
        try {
            seal(fresh);
            all = group.attempts();
            failOthers(all, fresh); // those that started during the commit: some of their blocks were discarded
            CommitRecord record = record(fresh);
            if (!sealing.isEmpty()) {
                sync(record);
                group.commits().add(record);
            }
        } catch (IOException e) {
            throw broken(Disk.error("commit group " + group.id(), group.directory(), e));
        } catch (SssException e) {
            throw broken(e);
        } catch (RuntimeException | Error e) {
            broken(SssException.of(e, "committing group " + group.id()));
            throw e;
        }
        publish();
        group.endAttempts(all);
        if (event != null) {
            record(event, fresh);
        }
    }

    private void record(CommitEvent event, Set<Attempt> fresh) {
        event.group = group.id();
        event.segments = sealing.size();
        for (Attempt attempt : fresh) {
            event.tuples += attempt.stored().tuples();
            event.bytes += attempt.stored().dataBytes();
        }
        event.commit();
    }

    private void sync(CommitRecord record) throws IOException {
        record.segments().stream()
                .map(CommittedSegment::layout)
                .distinct()
                .forEach(layout -> group.storage().layout(layout).sync());
        if (record.isLasting()) {
            group.disk().syncDirectory(group.storage().directory().groups());
        }
    }

    /**
     * Seals on all storage threads at once, and on each of them one subgroup after the other: puts of others run in
     * between, and wait for one sync of a slow disk, not for all. Subgroups without anything to commit are left out.
     */
    private void seal(Set<Attempt> fresh) {
        Map<StorageThread, CompletableFuture<?>> last = new HashMap<>();
        for (Subgroup subgroup : group.subgroups()) {
            CompletableFuture<?> before = last.getOrDefault(subgroup.thread(), CompletableFuture.completedFuture(null));
            CompletableFuture<SealResult> sealed =
                    before.handle((done, failed) -> null).thenCompose(go -> subgroup.seal(fresh));
            last.put(subgroup.thread(), sealed);
            sealing.put(subgroup, sealed);
        }
        await(
                CompletableFuture.allOf(sealing.values().toArray(CompletableFuture[]::new)),
                group.storage().config().requests().commitTimeout());
        sealing.values().removeIf(future -> future.join() == null);
    }

    /** Compares what was sealed with the totals that the put streams reported; detects a file that was lost since. */
    private void checkNothingLost(Attempt attempt, Stored sealed) {
        checkFinished(attempt);
        TupleTotals.of(attempt.stored())
                .check(TupleTotals.of(sealed), "committing attempt " + attempt.id() + " of group " + group.id());
    }

    private void failOthers(List<Attempt> all, Set<Attempt> fresh) {
        SssException late = SssException.withoutTrace(
                ErrorCode.CANCELLED,
                "group " + group.id() + " was committed without this attempt; another one did the same work");
        group.fail(all.stream().filter(a -> !fresh.contains(a)).toList(), late);
    }

    /**
     * Some subgroups are sealed and some are lost: only dropping the group helps, and it must not be used as complete.
     */
    private SssException broken(SssException cause) {
        SssException why = new SssException(
                cause.code(),
                "the commit of group " + group.id() + " failed: " + cause.getMessage()
                        + " (nothing of it can be read; what was written is dropped)",
                cause);
        group.close(why);
        sealing.values().forEach(future -> future.thenAccept(GroupCommit::discard));
        return why;
    }

    private static void discard(SealResult sealed) {
        if (sealed != null) {
            sealed.contents().discard();
        }
    }

    private CommitRecord record(Set<Attempt> fresh) {
        Map<AttemptId, Stored> sums = new HashMap<>();
        List<CommittedSegment> segments = new ArrayList<>();
        for (CompletableFuture<SealResult> future : sealing.values()) {
            SealResult s = future.join();
            s.attempts().forEach((attempt, stored) -> sums.merge(attempt, stored, Stored::plus));
            segments.add(s.segment());
        }
        List<CommittedAttempt> attempts = new ArrayList<>();
        for (Attempt attempt : fresh) {
            Stored stored = sums.getOrDefault(attempt.id(), Stored.NONE);
            checkNothingLost(attempt, stored);
            attempts.add(new CommittedAttempt(attempt.id(), stored));
        }
        return new CommitRecord(group.key(), description, attempts, segments, null, List.of());
    }

    /** Makes everything visible to readers at once; the next start repeats renames that a crash undid. */
    private void publish() {
        Map<Subgroup, Segment> segments = new LinkedHashMap<>();
        try {
            for (Map.Entry<Subgroup, CompletableFuture<SealResult>> entry : sealing.entrySet()) {
                segments.put(entry.getKey(), entry.getValue().join().contents().publish());
            }
        } catch (IOException e) {
            throw broken(Disk.error(
                    "show the commit of group " + group.id() + " (it is complete on disk, a restart of the"
                            + " data server shows it)",
                    group.directory(),
                    e));
        }
        segments.forEach(Subgroup::publish);
    }

    static <T> T await(CompletableFuture<T> future, Duration timeout) {
        try {
            return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw SssException.of(e, "a storage task failed");
        } catch (TimeoutException e) {
            throw new SssException(
                    ErrorCode.TIMEOUT,
                    "the disk did not finish within " + timeout.toSeconds() + " s (commitTimeout); it is slow or hangs",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted while waiting for the disk", e);
        }
    }
}
