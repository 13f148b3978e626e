package org.sss.dataserver.tuples;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.SssException;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Manifest;
import org.sss.dataserver.run.TupleTotals;
import org.sss.kvs.format.BdbSalvage;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;
import org.sss.kvs.library.KvsTree;
import org.sss.net.rpc.Json;

/**
 * Copies what was committed from a file of layout tuples in which a read or a write had failed. The expected records
 * are known: those of the runs of committed manifests, and no two of them have the same key. So the damaged file may
 * have a record twice, or one of a dropped group; and a run is intact when it has as many tuples and bytes as were
 * committed. The copy has no manifest of a segment that is not intact. Used by one thread, once.
 */
final class TupleSalvage {
    private static final Logger LOG = LoggerFactory.getLogger(TupleSalvage.class);
    private static final int MAX_VALUE_BYTES = 64 << 20;

    private final Path from;
    private final Map<Long, List<CommittedSegment>> committed;
    private final Map<RunOrSegment, Manifest> manifests = new HashMap<>();
    private final Map<RunOrSegment, TupleSum> runs = new HashMap<>();
    private ByteBuffer record = ByteBuffer.allocateDirect(1 << 20);
    private KvsTree into;

    /** @param committed by group, the segments in this layout */
    TupleSalvage(Path from, Map<Long, List<CommittedSegment>> committed) {
        this.from = from;
        this.committed = committed;
    }

    /** @throws KvsException {@link KvsError#IO} when the damaged file cannot be read, other errors for other reasons */
    void findManifests() {
        BdbSalvage.walk(from, MAX_VALUE_BYTES, (key, keyBytes, valueAt, valueBytes, head) -> {
            if (keyBytes > 0 && RunOrSegment.isSegment(key, keyBytes) && head.remaining() == valueBytes) {
                add(RunOrSegment.segmentOf(key), head);
            }
        });
    }

    private void add(RunOrSegment segment, ByteBuffer value) {
        CommittedSegment of = committed(segment);
        byte[] bytes = new byte[value.remaining()];
        value.get(bytes);
        try {
            Manifest manifest = of == null ? null : Json.read(bytes, Manifest.class, "the list of its runs");
            if (manifest != null && manifest.stored().equals(of.stored())) {
                manifests.put(segment, manifest);
                manifest.runs().forEach(run -> runs.put(new RunOrSegment(segment.group(), segment.subgroup(), run.run()), new TupleSum()));
            }
        } catch (SssException e) {
            LOG.warn("{}: group {}, subgroup {}: the list of runs is damaged", from, segment.group(), segment.subgroup(), e);
        }
    }

    private CommittedSegment committed(RunOrSegment segment) {
        return committed.getOrDefault(segment.group(), List.of()).stream()
                .filter(s -> s.subgroup() == segment.subgroup() && s.number() == segment.number()).findFirst().orElse(null);
    }

    /**
     * After {@link #findManifests}. The copy is not synced.
     *
     * @throws KvsException as there, and when the copy cannot be written
     */
    void copy(KvsTree to) {
        into = to;
        BdbSalvage.walk(from, MAX_VALUE_BYTES, (key, keyBytes, valueAt, valueBytes, head) -> {
            if (TupleKeys.isTuple(keyBytes) && head.remaining() == valueBytes) {
                TupleSum sum = runs.get(new RunOrSegment(TupleKeys.groupOf(key), TupleKeys.subgroupOf(key), TupleKeys.runOf(key, 0, keyBytes)));
                if (sum != null && put(key, keyBytes, head)) {
                    sum.add(key, keyBytes, valueBytes);
                }
            }
        });
        manifests.values().removeIf(manifest -> !isWhole(manifest));
        manifests.forEach((segment, manifest) -> {
            byte[] key = TupleKeys.segment(segment.group(), segment.subgroup(), segment.number());
            put(key, key.length, ByteBuffer.wrap(Json.write(manifest)));
        });
        int last = runs.keySet().stream().mapToInt(RunOrSegment::number).max().orElse(-1);
        put(TupleKeys.FILE, TupleKeys.FILE.length, ByteBuffer.allocate(Integer.BYTES).putInt(0, last + 1));
    }

    /** Returns false if the record exists already. */
    private boolean put(byte[] key, int keyBytes, ByteBuffer value) {
        int bytes = 8 + keyBytes + value.remaining();
        record = record.capacity() < bytes ? ByteBuffer.allocateDirect(bytes) : record.clear();
        record.putInt(keyBytes).putInt(value.remaining()).put(key, 0, keyBytes).put(value).flip();
        try {
            into.putAll(record);
            return true;
        } catch (KvsException e) {
            if (e.error() != KvsError.KEEP) {
                throw e;
            }
            return false;
        }
    }

    private boolean isWhole(Manifest manifest) {
        return manifest.runs().stream().allMatch(run -> TupleTotals.of(run.stored())
                .equals(runs.get(new RunOrSegment(manifest.group(), manifest.subgroup(), run.run())).totals()));
    }

    /**
     * After {@link #copy}: returns the subgroups of groups that are not completely in the copy, one line for each
     * group.
     */
    List<String> damaged() {
        Map<Long, Set<Integer>> damaged = new TreeMap<>();
        committed.forEach((group, segments) -> segments.forEach(s -> {
            if (!manifests.containsKey(new RunOrSegment(group, s.subgroup(), s.number()))) {
                damaged.computeIfAbsent(group, g -> new TreeSet<>()).add(s.subgroup());
            }
        }));
        return damaged.entrySet().stream().map(entry -> "group " + entry.getKey() + ": "
                + entry.getValue().size() + " of its " + subgroups(entry.getKey()) + " subgroups here are lost, " + entry.getValue()).toList();
    }

    private int subgroups(long group) {
        Set<Integer> subgroups = new HashSet<>();
        committed.get(group).forEach(s -> subgroups.add(s.subgroup()));
        return subgroups.size();
    }
}
