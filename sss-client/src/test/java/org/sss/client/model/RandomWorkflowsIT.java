package org.sss.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sss.api.TupleGroup;
import org.sss.client.GroupWriter;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;

/** Random workflows on a cluster leave what the plainest interpreter of the same graph leaves. */
class RandomWorkflowsIT {
    private static final long SEED = Long.getLong("sss.seed", System.nanoTime());

    @Test
    void fewRandomWorkflowsGiveWhatTheModelGives() throws Exception {
        compare(40);
    }

    @Test
    @Tag("slow")
    void manyRandomWorkflowsGiveWhatTheModelGives() throws Exception {
        compare(200);
    }

    private static void compare(int workflows) throws Exception {
        System.out.println("RandomWorkflowsIT: seed " + SEED + " (-Dsss.seed)");
        Random seeds = new Random(SEED);
        try (SssClient client = LocalCluster.start(3)) {
            for (int i = 0; i < workflows; i++) {
                long seed = seeds.nextLong();
                new Comparison(client, new Random(seed), "w" + i).run("workflow " + i + ", seed " + SEED);
            }
        }
    }

    /** One workflow, run both ways. */
    private static final class Comparison {
        private final SssClient client;
        private final Random random;
        private final String prefix;
        private final ModelGroups model = new ModelGroups();

        Comparison(SssClient client, Random random, String prefix) {
            this.client = client;
            this.random = random;
            this.prefix = prefix;
        }

        void run(String what) throws Exception {
            Map<TupleGroup<Object, Long>, Boolean> inputs = new LinkedHashMap<>();
            for (int i = 0; i < 1 + random.nextInt(3); i++) {
                boolean text = random.nextBoolean();
                inputs.put(write(RandomWorkflow.group(prefix + "-in" + i, text), text), text);
            }
            Map<String, List<String>> before = new HashMap<>();
            inputs.keySet().forEach(group -> before.put(group.name(), model.sorted(group.name())));
            RandomWorkflow both = new RandomWorkflow(random, prefix, inputs);
            client.run(both.workflow);
            for (RandomWorkflow.ModelJob job : both.model) {
                job.run(model);
            }
            inputs.keySet().forEach(group -> assertThat(read(group)).as("%s: input %s", what, group.name())
                    .isEqualTo(before.get(group.name())));
            compareOutputs(both, what);
            assertThat(client.groups()).as("%s: groups", what).hasSize(inputs.size() + both.left.size());
            client.groups().forEach(group -> client.drop(group.name()));
        }

        private void compareOutputs(RandomWorkflow both, String what) {
            for (TupleGroup<Object, Long> group : both.left) {
                assertThat(read(group)).as("%s: group %s of jobs %s", what, group.name(), both.workflow.jobs().stream()
                        .map(job -> job.name() + " -> " + job.outputs().get(0).name()).toList())
                        .isEqualTo(model.outputs(group.name()));
            }
        }

        private TupleGroup<Object, Long> write(TupleGroup<Object, Long> group, boolean text) {
            int tuples = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(3_000);
            try (GroupWriter<Object, Long> writer = client.write(group)) {
                for (int i = 0; i < tuples; i++) {
                    Object key = Functions.key(random.nextInt(), 1 + random.nextInt(2_000), text);
                    long value = random.nextInt(1_000);
                    writer.append(key, value);
                    model.tuples(group.name()).add(Map.entry(key, value));
                }
                writer.commit();
            }
            return group;
        }

        private List<String> read(TupleGroup<Object, Long> group) {
            List<Map.Entry<Object, Long>> tuples = new ArrayList<>();
            client.scan(group).toList().forEach(tuple -> tuples.add(Map.entry(tuple.getKey(), tuple.getValue())));
            return ModelGroups.sorted(tuples);
        }
    }
}
