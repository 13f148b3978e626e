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
 * Copies what was committed from a file of layout tuples in which a read or a write had failed. Which records there should be is
 * known: those of the runs of committed manifests, and no two of them have the same key. So it does no harm that the remains may have
 * a record twice, or one of a dropped group; and a run is whole when it has as many tuples and bytes as were committed. Of a
 * segment that has not, no manifest is in the copy. Used by one thread, once.
 */
final class TupleSalvage {
    private static final Logger LOG = LoggerFactory.getLogger(TupleSalvage.class);
    private static final int MAX_VALUE_BYTES = 64 << 20;

    private final Path from;
    private final Map<Long, List<CommittedSegment>> committed;
    private final Map<TuplePlace, Manifest> manifests = new HashMap<>();
    private final Map<TuplePlace, TupleSum> runs = new HashMap<>();
    private ByteBuffer record = ByteBuffer.allocateDirect(1 << 20);
    private KvsTree into;

    /** @param committed of each group, the segments in this layout */
    TupleSalvage(Path from, Map<Long, List<CommittedSegment>> committed) {
        this.from = from;
        this.committed = committed;
    }

    /** @throws KvsException {@link KvsError#IO} when the remains cannot be read, others when that is not possible for other reasons */
    void findManifests() {
        BdbSalvage.walk(from, MAX_VALUE_BYTES, (key, keyBytes, valueAt, valueBytes, head) -> {
            if (keyBytes > 0 && TuplePlace.isSegment(key, keyBytes) && head.remaining() == valueBytes) {
                add(TuplePlace.segmentOf(key), head);
            }
        });
    }

    private void add(TuplePlace place, ByteBuffer value) {
        CommittedSegment of = committed(place);
        byte[] bytes = new byte[value.remaining()];
        value.get(bytes);
        try {
            Manifest manifest = of == null ? null : Json.read(bytes, Manifest.class, "the list of its runs");
            if (manifest != null && manifest.stored().equals(of.stored())) {
                manifests.put(place, manifest);
                manifest.runs().forEach(run -> runs.put(new TuplePlace(place.group(), place.subgroup(), run.run()), new TupleSum()));
            }
        } catch (SssException e) {
            LOG.warn("{}: of group {}, subgroup {}, the list of runs is damaged", from, place.group(), place.subgroup(), e);
        }
    }

    private CommittedSegment committed(TuplePlace place) {
        return committed.getOrDefault(place.group(), List.of()).stream()
                .filter(s -> s.subgroup() == place.subgroup() && s.number() == place.number()).findFirst().orElse(null);
    }

    /** After {@link #findManifests}. The copy is not synced. @throws KvsException as there, and when the copy cannot be written */
    void copy(KvsTree to) {
        into = to;
        BdbSalvage.walk(from, MAX_VALUE_BYTES, (key, keyBytes, valueAt, valueBytes, head) -> {
            if (TupleKeys.isTuple(keyBytes) && head.remaining() == valueBytes) {
                TupleSum sum = runs.get(new TuplePlace(TupleKeys.groupOf(key), TupleKeys.subgroupOf(key), TupleKeys.runOf(key, 0, keyBytes)));
                if (sum != null && put(key, keyBytes, head)) {
                    sum.add(key, keyBytes, valueBytes);
                }
            }
        });
        manifests.values().removeIf(manifest -> !isWhole(manifest));
        manifests.forEach((place, manifest) -> {
            byte[] key = TupleKeys.segment(place.group(), place.subgroup(), place.number());
            put(key, key.length, ByteBuffer.wrap(Json.write(manifest)));
        });
        int last = runs.keySet().stream().mapToInt(TuplePlace::number).max().orElse(-1);
        put(TupleKeys.FILE, TupleKeys.FILE.length, ByteBuffer.allocate(Integer.BYTES).putInt(0, last + 1));
    }

    /** False when it is there already. */
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
                .equals(runs.get(new TuplePlace(manifest.group(), manifest.subgroup(), run.run())).conserved()));
    }

    /** After {@link #copy}: the subgroups of groups of which not everything is in the copy, a line for each group. */
    List<String> damaged() {
        Map<Long, Set<Integer>> damaged = new TreeMap<>();
        committed.forEach((group, segments) -> segments.forEach(s -> {
            if (!manifests.containsKey(new TuplePlace(group, s.subgroup(), s.number()))) {
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
