package org.sss.dataserver.copy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.group.GroupImport;
import org.sss.dataserver.process.Closing;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.CommittedPart;
import org.sss.net.control.DataVerbs.CopySource;
import org.sss.net.control.DataVerbs.Fetch;
import org.sss.net.control.DataVerbs.Fetched;
import org.sss.net.control.DataVerbs.FetchedSegment;
import org.sss.net.control.DataVerbs.Replicate;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupKey;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;

/**
 * Fetches the subgroups of a group that are not here, and commits them, all or none. One thread, once; only the commit
 * has the lock of the group.
 */
final class GroupCopy {
    /** Makes names of files that no other copy has. */
    private static final AtomicLong UNIQUE = new AtomicLong();

    private final Replicate request;
    private final GroupImport group;
    private final Replication replication;
    private final Function<NodeAddress, Connection> peers;
    private final Throttle throttle;
    private final long[] expected;
    private final List<ReceivedFile> received = new ArrayList<>();
    private final Set<Integer> seen = new HashSet<>();
    private GroupDescription description;
    private GroupKey writer; // null before the first source has answered

    GroupCopy(Replicate request, GroupImport group, Replication replication, Function<NodeAddress, Connection> peers) {
        this.request = request;
        this.group = group;
        this.replication = replication;
        this.peers = peers;
        throttle = new Throttle(request.bytesPerSecond(), System::nanoTime);
        expected = request.expected().all();
        description = request.description();
    }

    /** Returns what the node has then. */
    CommittedPart run() {
        try {
            long[] here = group.subgroups().all();
            for (CopySource source : request.sources()) {
                List<Integer> missing = missing(source, here);
                if (!missing.isEmpty()) {
                    fetch(source, missing);
                }
            }
            group.sync(received.stream().map(ReceivedFile::file).toList(), () -> replication.moved(0));
            for (ReceivedFile file : received) {
                file.verify(() -> replication.moved(0));
                replication.check();
            }
            if (!received.isEmpty()) {
                group.commit(
                        description,
                        writer,
                        received.stream().map(ReceivedFile::copied).toList());
            }
            return group.part();
        } catch (IOException e) {
            throw group.error(e);
        } finally {
            Closing.each(received, ReceivedFile::discard); // what was committed has another name
        }
    }

    private List<Integer> missing(CopySource source, long[] here) {
        List<Integer> missing = new ArrayList<>();
        for (int subgroup : source.subgroups()) {
            long tuples = at(here, subgroup);
            if (tuples != 0 && tuples != at(expected, subgroup)) {
                throw new SssException(
                        ErrorCode.CORRUPT,
                        "subgroup " + subgroup + " of group " + request.group().id() + " has " + tuples
                                + " tuples on this node, expected are " + at(expected, subgroup)
                                + "; delete it here (data.forget) before it is copied from " + source.node());
            }
            if (tuples != at(expected, subgroup) && seen.add(subgroup)) {
                missing.add(subgroup);
            }
        }
        return missing;
    }

    private static long at(long[] tuples, int subgroup) {
        return subgroup >= 0 && subgroup < tuples.length ? tuples[subgroup] : 0;
    }

    private void fetch(CopySource source, List<Integer> subgroups) throws IOException {
        String node = source.node() + ", data server " + source.node().data();
        try (FileFetch fetch = new FileFetch(
                DataQueue.ask(
                        peers.apply(source.node().data()),
                        DataVerbs.FETCH,
                        Json.asMessage(new Fetch(request.group(), subgroups))),
                replication,
                throttle)) {
            Fetched list = fetch.list();
            checkExpected(list, subgroups);
            checkWriter(list);
            fetch.files(list.segments(), segment -> file(segment, node));
        } catch (SssException e) {
            replication.check(); // the reason why the stream was closed here
            throw new SssException(
                    e.code(),
                    "copying group " + request.group().id() + " from " + node + " to " + group.path("") + " failed: "
                            + e.getMessage(),
                    e);
        }
    }

    private void checkExpected(Fetched list, List<Integer> subgroups) {
        Map<Integer, Long> tuples = new LinkedHashMap<>();
        subgroups.forEach(subgroup -> tuples.put(subgroup, 0L));
        for (FetchedSegment segment : list.segments()) {
            if (tuples.computeIfPresent(
                            segment.subgroup(),
                            (subgroup, sum) -> sum + segment.stored().tuples())
                    == null) {
                throw new SssException(
                        ErrorCode.PROTOCOL, "it sends subgroup " + segment.subgroup() + ", which was not requested");
            }
        }
        tuples.forEach((subgroup, sum) -> {
            if (sum != at(expected, subgroup)) {
                throw new SssException(
                        ErrorCode.CORRUPT,
                        "it has " + sum + " tuples of subgroup " + subgroup + ", expected are "
                                + at(expected, subgroup));
            }
        });
    }

    private void checkWriter(Fetched list) {
        if (writer != null && !writer.equals(list.writer())) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "its segments were written as group " + list.writer().id()
                            + ", those of the source before as group " + writer.id()
                            + "; copy the group with a job, such as 'sss sort GROUP NEW-GROUP'");
        }
        writer = list.writer();
        description = description == null ? list.description() : description;
    }

    private ReceivedFile file(FetchedSegment segment, String source) {
        ReceivedFile file = new ReceivedFile(
                group,
                segment,
                writer,
                source,
                group.path(DataDirectory.copyName(segment.subgroup(), segment.number(), UNIQUE.incrementAndGet())));
        received.add(file);
        return file;
    }
}
