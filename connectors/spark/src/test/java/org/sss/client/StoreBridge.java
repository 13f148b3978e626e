package org.sss.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Job;
import org.sss.api.Loop;
import org.sss.api.Partitioner;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.link.ClusterLink;
import org.sss.net.block.BlockMerge;
import org.sss.net.block.RunMerge;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.data.RemoteSource;
import org.sss.spark.SparkOptions;
import org.sss.spark.SparkRunner;
import org.sss.spark.store.BlockFileSource;
import org.sss.spark.store.BlockFileWriter;
import org.sss.spark.store.GroupStore;
import org.sss.spark.store.StoredGroup;
import org.sss.spark.store.StoredGroup.StoredFile;
import org.sss.spark.testing.TestSpark;

/** Runs a workflow on Spark with the groups of a cluster. One thread. */
final class StoreBridge implements AutoCloseable {
    /** System property with the output buffer of tasks in bytes. */
    static final String BUFFER = "sss.spark.buffer";

    private static final long BUFFER_BYTES = 16L << 20;

    private final SssClient client;
    private final ClusterLink link;
    private final Workflow workflow;
    private final String directory = TestSpark.directory("store").toString();
    private final GroupStore store = new GroupStore(directory, new Configuration());
    private final int subgroups;

    StoreBridge(ClusterLink link, Workflow workflow) {
        this.link = link;
        this.workflow = workflow;
        client = new SssClient(link, true, () -> {});
        subgroups = link.map().subgroupCount();
    }

    WorkflowReport run() {
        for (Group group : client.groups()) {
            if (named().contains(group.name()) || isIteration(group.name())) {
                export(group.name());
            }
        }
        Map<String, StoredGroup> before = stored();
        JavaSparkContext spark = TestSpark.context();
        try {
            return SparkRunner.run(
                    workflow, spark, new SparkOptions(directory, subgroups, Long.getLong(BUFFER, BUFFER_BYTES)));
        } finally {
            stored().forEach((name, group) -> {
                if (!group.equals(before.get(name))) {
                    fetch(name, group);
                }
            });
            before.keySet().stream().filter(name -> !stored().containsKey(name)).forEach(client::drop);
        }
    }

    private Map<String, StoredGroup> stored() {
        Map<String, StoredGroup> all = new HashMap<>();
        store.names().forEach(name -> all.put(name, store.find(name)));
        return all;
    }

    private Set<String> named() {
        Set<String> names = new LinkedHashSet<>();
        for (Job job : workflow.jobs()) {
            job.inputs().forEach(group -> names.add(group.name()));
            job.sideGroups().forEach(group -> names.add(group.name()));
            job.outputs().stream().filter(group -> !group.temporary()).forEach(group -> names.add(group.name()));
        }
        return names;
    }

    private boolean isIteration(String name) {
        return workflow.loops().stream()
                .map(Loop::carried)
                .anyMatch(
                        carried -> carried.keySet().stream().anyMatch(group -> name.startsWith(group + ".iteration-")));
    }

    private void export(String name) {
        GroupInfo info = link.ask(ServerVerbs.GROUP_GET, new Name(name), GroupInfo.class);
        RemoteSource source =
                new RemoteSource(link::connection, link.map(), ClusterLink.CALL_TIMEOUT, name, info.identity());
        List<StoredFile> files = new ArrayList<>();
        for (int subgroup = 0; subgroup < subgroups; subgroup++) {
            try (BlockMerge merge = new BlockMerge(source.ordered(info.id(), subgroup, null, null))) {
                if (merge.next()) {
                    String path = GroupStore.file(name, subgroup, "exported");
                    try (BlockFileWriter out = new BlockFileWriter(store, subgroup, path)) {
                        do {
                            out.add(merge.array(), merge.offset(), merge.length());
                        } while (merge.next());
                        files.add(out.finish());
                    }
                }
            }
        }
        GroupOrigin origin = new GroupOrigin(info.createdMillis(), info.createdBy());
        store.commit(name, StoredGroup.of(subgroups, info.format(), origin, files), false);
    }

    private void fetch(String name, StoredGroup group) {
        TupleGroup<Bytes, Bytes> target = TupleGroup.of(
                        name,
                        Codecs.encoded(group.format().keyType()),
                        Codecs.encoded(group.format().valueType()))
                .replacing();
        target = group.format().inMemory() ? target.inMemory() : target;
        int[] now = new int[1];
        Partitioner<Bytes, Bytes> here = (key, value, count) -> now[0];
        try (GroupWriter<Bytes, Bytes> writer =
                group.format().hashed() ? client.write(target) : client.write(target, here)) {
            for (StoredFile file : group.files()) {
                now[0] = file.subgroup();
                try (RunMerge tuples = new RunMerge(List.of(new BlockFileSource(store, file)))) {
                    copy(tuples, writer);
                }
            }
            writer.commit();
        }
    }

    private static void copy(RunMerge tuples, GroupWriter<Bytes, Bytes> writer) {
        while (tuples.nextKey()) {
            Bytes key = new Bytes().set(tuples.key(), 0, tuples.keyLength()).copy();
            while (tuples.nextValue()) {
                writer.append(key, new Bytes().set(tuples.valueArray(), tuples.valueOffset(), tuples.valueLength()));
            }
        }
    }

    @Override
    public void close() throws SssException {
        // The cluster stays that of the test.
    }
}
