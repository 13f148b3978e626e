package org.sss.server.coordinator.state;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.Placement;
import org.sss.net.control.Places;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.rpc.Nullable;

/** One change, as one line of the journal. Entries are idempotent. */
public sealed interface Entry {
    /**
     * Version of the journal. Raise it with every change of an entry, or of a record in one: a reader ignores
     * properties that it does not know, so an older version of SSS would rewrite the journal without them.
     */
    int VERSION = 4;

    /** The kinds by their names in the journal. */
    Map<String, Class<? extends Entry>> KINDS = Map.ofEntries(
            Map.entry("format", Format.class),
            Map.entry("cluster", Cluster.class),
            Map.entry("groupNumbers", GroupNumbers.class),
            Map.entry("workflowNumbers", WorkflowNumbers.class),
            Map.entry("publish", Publish.class),
            Map.entry("drop", Drop.class),
            Map.entry("rename", Rename.class),
            Map.entry("dropped", Dropped.class),
            Map.entry("all", All.class),
            Map.entry("lossAccepted", LossAccepted.class),
            Map.entry("table", Table.class),
            Map.entry("placed", Placed.class),
            Map.entry("nodeLost", NodeLost.class),
            Map.entry("submitted", Submitted.class),
            Map.entry("ended", Ended.class));

    /**
     * The first line of each journal since version 2; version 1 has none.
     *
     * @param version   see {@link #VERSION}
     * @param writtenBy version of SSS
     * @param lines     number of lines that follow it and were written at the same time
     */
    record Format(int version, String writtenBy, int lines) implements Entry {
        private static Format of(int lines) {
            return new Format(VERSION, SssVersion.text(), lines);
        }

        /**
         * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if this version of SSS does not know the version of
         * the journal
         */
        void check(Path file) {
            SssVersion.check("the journal " + file, version, VERSION, writtenBy);
        }
    }

    /** The entries with a first line. */
    static List<Entry> withFormat(List<Entry> entries) {
        List<Entry> all = new ArrayList<>(entries.size() + 1);
        all.add(Format.of(entries.size()));
        all.addAll(entries);
        return all;
    }

    /** Written once, at the first start. */
    record Cluster(String clusterId, int nodeCount, int subgroupCount) implements Entry {}

    /**
     * Ids below this may have been used. Raised in steps, so that not each id needs an entry.
     *
     * @param keptBelow groups below it may be unknown because an earlier journal was lost: nodes retain them; 0 if none
     *     was lost
     */
    record GroupNumbers(long below, long keptBelow) implements Entry {
        GroupNumbers(long below) {
            this(below, 0);
        }
    }

    /** The same for the numbers of workflows. */
    record WorkflowNumbers(long below) implements Entry {}

    /** A group became READY under its name; a group that had the name before is dropped. */
    record Publish(GroupInfo group) implements Entry {}

    record Drop(long group) implements Entry {}

    /** Dropped or replaced groups of which a node may still have data. */
    record Dropped(List<GroupKey> groups) implements Entry {
        public Dropped {
            groups = List.copyOf(groups);
        }
    }

    /** A group got another name; a group that had that name before is dropped. */
    record Rename(long group, String name) implements Entry {}

    /** Several entries in this order, with one checksum for all, so that after a crash all of them exist or none. */
    record All(List<Part> entries) implements Entry {
        public All {
            entries = List.copyOf(entries);
        }

        static All of(List<? extends Entry> entries) {
            return new All(entries.stream().map(Part::of).toList());
        }
    }

    /** One of several entries: exactly one component is not null. */
    record Part(@Nullable Publish publish, @Nullable Rename rename) {
        public Part {
            if ((publish == null) == (rename == null)) {
                throw new IllegalArgumentException("neither or both of a publish and a rename");
            }
        }

        private static Part of(Entry entry) {
            return entry instanceof Publish publish ? new Part(publish, null) : new Part(null, (Rename) entry);
        }

        Entry entry() {
            return publish != null ? publish : rename;
        }
    }

    /** All groups of which a node has lost tuples and the loss was accepted, so that the node accepts new data. */
    record LossAccepted(int node, List<Long> groups) implements Entry {
        public LossAccepted {
            groups = List.copyOf(groups);
        }
    }

    /** A table of places, by which groups are stored. */
    record Table(Places table) implements Entry {}

    /** Groups have other copies now, or more of them. */
    record Placed(Placement placement, List<Long> groups) implements Entry {
        public Placed {
            groups = List.copyOf(groups);
        }
    }

    /** A node is lost for good; or runs again, without the data that it had. */
    record NodeLost(int node, boolean replaced) implements Entry {}

    record Submitted(WorkflowStatus status) implements Entry {}

    record Ended(WorkflowStatus status) implements Entry {}

    /** Its name in the journal. */
    static String kind(Entry entry) {
        String simple = entry.getClass().getSimpleName();
        return Character.toLowerCase(simple.charAt(0)) + simple.substring(1);
    }
}
