package org.sss.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sss.api.TupleGroup;
import org.sss.client.GroupWriter;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;
import org.sss.client.model.RandomGroups.Known;
import org.sss.client.model.RandomGroups.Placement;

/**
 * Random workflows on a cluster leave what the plainest interpreter of the same graph leaves, with the values of a key in the same
 * order where that is said to be known.
 */
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
                new Comparison(client, new Random(seed), "w" + i, "workflow " + i + ", seed " + SEED).run();
            }
        }
    }

    /** One workflow, run both ways. */
    private static final class Comparison {
        private static final int LARGE_ONE_OF = 20;

        private final SssClient client;
        private final Random random;
        private final String prefix;
        private final String what;
        private final ModelGroups model = new ModelGroups();

        Comparison(SssClient client, Random random, String prefix, String what) {
            this.client = client;
            this.random = random;
            this.prefix = prefix;
            this.what = what;
        }

        void run() throws Exception {
            List<Known> inputs = new ArrayList<>();
            Map<String, List<Map.Entry<Object, Object>>> before = new HashMap<>();
            for (int i = 0; i < 1 + random.nextInt(3); i++) {
                Known input = write(new Type(random.nextBoolean(), random.nextBoolean()), prefix + "-in" + i, tuples(i == 0));
                inputs.add(input);
                before.put(input.name(), model.tuples(input.name()));
            }
            RandomWorkflow both = new RandomWorkflow(random, prefix, inputs);
            client.run(both.workflow);
            for (RandomWorkflow.ModelJob job : both.model) {
                job.run(model);
            }
            inputs.forEach(input -> compare(input, before.get(input.name()), both));
            both.groups.left().forEach(group -> compare(group, model.left(group.name()), both));
            assertThat(client.groups()).as("%s: groups", what).hasSize(inputs.size() + both.groups.left().size());
            client.groups().forEach(group -> client.drop(group.name()));
        }

        private int tuples(boolean mayBeLarge) {
            if (mayBeLarge && random.nextInt(LARGE_ONE_OF) == 0) {
                return 20_000 + random.nextInt(80_000);
            }
            return random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(3_000);
        }

        private Known write(Type type, String name, int tuples) {
            TupleGroup<Object, Object> group = type.group(name);
            try (GroupWriter<Object, Object> writer = client.write(group)) {
                for (int i = 0; i < tuples; i++) {
                    Object key = type.key(random.nextInt(), 1 + random.nextInt(RandomGroups.MOST_KEYS));
                    Object value = type.value(random.nextInt(1_000));
                    writer.append(key, value);
                    model.tuples(name).add(Map.entry(key, value));
                }
                writer.commit();
            }
            return new Known(group, type, Placement.HASH, true, tuples);
        }

        private void compare(Known group, List<Map.Entry<Object, Object>> expected, RandomWorkflow both) {
            Map<Object, List<Object>> found = values(client.scan(group.group()).toList(), group.ordered());
            Map<Object, List<Object>> wanted = values(expected, group.ordered());
            assertThat(found.keySet()).as("%s: keys of group %s of %s", what, group.name(), both.workflow.explain())
                    .isEqualTo(wanted.keySet());
            wanted.forEach((key, values) -> {
                if (!values.equals(found.get(key))) {
                    assertThat(found.get(key)).as("%s: values of key %s of group %s, %s, of %s", what, key, group.name(),
                            group.ordered() ? "in order" : "in any order", both.workflow.explain()).isEqualTo(values);
                }
            });
        }

        private static Map<Object, List<Object>> values(List<Map.Entry<Object, Object>> tuples, boolean ordered) {
            Map<Object, List<Object>> values = ModelGroups.byKey(tuples);
            if (!ordered) {
                values.values().forEach(list -> list.sort(Functions.order()));
            }
            return values;
        }
    }
}
