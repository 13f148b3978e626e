package org.sss.server.coordinator.state;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.rpc.Nullable;

/**
 * The content of a journal, read without changing it, while its coordinator is stopped. Immutable.
 *
 * @param cluster   null if no line names it
 * @param groups    that have a name, by number
 * @param dropped   dropped groups of which nodes may still have data
 * @param accepted  groups with accepted losses, by the number of the node
 * @param usedBelow numbers of groups that may have been used
 * @param retainedBelow nodes retain unknown groups with numbers below it, since an earlier journal was lost
 * @param restBytes bytes of an incomplete line at the end of the file
 */
public record JournalContent(
        @Nullable Entry.Cluster cluster,
        Map<Long, GroupInfo> groups,
        Set<GroupKey> dropped,
        Map<Integer, Set<Long>> accepted,
        long usedBelow,
        long retainedBelow,
        long restBytes) {

    /**
     * @throws SssException {@link ErrorCode#CORRUPT} if a line is damaged, {@link ErrorCode#STORAGE} if the file cannot
     * be read
     */
    public static JournalContent read(Path file) {
        Catalog catalog = new Catalog(new CoordinatorState.NoLog(), Clock.systemUTC(), 1, id -> {});
        AtomicReference<Entry.Cluster> cluster = new AtomicReference<>();
        try (InputStream in = Files.newInputStream(file)) {
            long bytes = JournalLines.read(file.toString(), in, text -> {
                Entry entry = CoordinatorState.parse(file, text);
                if (entry instanceof Entry.Format format) {
                    format.check(file);
                } else if (entry instanceof Entry.Cluster found) {
                    cluster.compareAndSet(null, found);
                }
                catalog.replay(entry);
            });
            return of(cluster.get(), catalog.snapshot(), Files.size(file) - bytes);
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.STORAGE, "cannot read the journal " + file + ": " + e + "; restore it from a backup", e);
        }
    }

    private static JournalContent of(Entry.Cluster cluster, List<Entry> entries, long restBytes) {
        Map<Long, GroupInfo> groups = of(entries, Entry.Publish.class)
                .map(Entry.Publish::group)
                .collect(Collectors.toMap(GroupInfo::id, Function.identity()));
        Set<GroupKey> dropped = of(entries, Entry.Dropped.class)
                .flatMap(entry -> entry.groups().stream())
                .collect(Collectors.toSet());
        Map<Integer, Set<Long>> accepted = of(entries, Entry.LossAccepted.class)
                .collect(Collectors.toMap(Entry.LossAccepted::node, entry -> Set.copyOf(entry.groups())));
        long usedBelow = of(entries, Entry.GroupNumbers.class)
                .mapToLong(Entry.GroupNumbers::below)
                .max()
                .orElse(1);
        long retainedBelow = of(entries, Entry.GroupNumbers.class)
                .mapToLong(Entry.GroupNumbers::keptBelow)
                .max()
                .orElse(0);
        return new JournalContent(cluster, groups, dropped, accepted, usedBelow, retainedBelow, restBytes);
    }

    private static <E extends Entry> Stream<E> of(List<Entry> entries, Class<E> kind) {
        return entries.stream().filter(kind::isInstance).map(kind::cast);
    }
}
