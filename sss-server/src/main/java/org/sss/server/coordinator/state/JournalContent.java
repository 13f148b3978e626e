package org.sss.server.coordinator.state;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.rpc.Nullable;

/**
 * What a journal says, read without changing it, while its coordinator does not run. Immutable.
 *
 * @param cluster   null when no line says it
 * @param groups    that have a name, by number
 * @param usedBelow numbers of groups that may have been used
 * @param restBytes at the end of the file that are no whole line
 */
public record JournalContent(@Nullable Entry.Cluster cluster, Map<Long, GroupInfo> groups, long usedBelow, long restBytes) {
    private static final int READ_BYTES = 64 << 10;

    /** @throws SssException {@link ErrorCode#CORRUPT} when a line is damaged, {@link ErrorCode#STORAGE} when the file cannot be read */
    public static JournalContent read(Path file) {
        Catalog catalog = new Catalog(new CoordinatorState.NoLog(), Clock.systemUTC(), 1, id -> { });
        AtomicReference<Entry.Cluster> cluster = new AtomicReference<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), READ_BYTES)) {
            long bytes = JournalLines.read(file.toString(), in, text -> {
                Entry entry = CoordinatorState.parse(file, text);
                if (entry instanceof Entry.Cluster said) {
                    cluster.compareAndSet(null, said);
                }
                catalog.replay(entry);
            });
            return of(cluster.get(), catalog.snapshot(), Files.size(file) - bytes);
        } catch (IOException e) {
            throw new SssException(ErrorCode.STORAGE, "cannot read the journal " + file + ": " + e + "; restore it from a backup", e);
        }
    }

    private static JournalContent of(Entry.Cluster cluster, List<Entry> entries, long restBytes) {
        Map<Long, GroupInfo> groups = entries.stream().filter(Entry.Publish.class::isInstance).map(entry -> ((Entry.Publish) entry).group())
                .collect(Collectors.toMap(GroupInfo::id, Function.identity()));
        long usedBelow = entries.stream().filter(Entry.GroupNumbers.class::isInstance)
                .mapToLong(entry -> ((Entry.GroupNumbers) entry).below()).max().orElse(1);
        return new JournalContent(cluster, groups, usedBelow, restBytes);
    }
}
