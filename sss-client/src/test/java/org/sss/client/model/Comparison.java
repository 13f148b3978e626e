package org.sss.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.DeadLetter;
import org.sss.api.TupleGroup;
import org.sss.client.Group;
import org.sss.client.GroupWriter;
import org.sss.client.GroupWriters;
import org.sss.client.SssClient;
import org.sss.client.model.RandomGroups.Known;
import org.sss.client.model.RandomGroups.Placement;

/** Runs a random workflow, sometimes followed by another one, on the model and on a cluster. One thread. */
final class Comparison {
    private static final int LARGE_ONE_OF = 20;

    private final Random random;
    private final String prefix;
    private final String what;
    private final int mostTuples;
    private final ModelGroups model = new ModelGroups();
    private final List<Known> inputs = new ArrayList<>();
    private final Map<String, List<Map.Entry<Object, Object>>> before = new HashMap<>();
    private final List<RandomWorkflow> done = new ArrayList<>();

    /** @param mostTuples of one of 20 inputs; all others have a quarter of it, and 3000, at most */
    Comparison(Random random, String prefix, String what, int mostTuples) {
        this.random = random;
        this.prefix = prefix;
        this.what = what;
        this.mostTuples = mostTuples;
    }

    void run(SssClient client) throws Exception {
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            Known input = write(client, Type.any(random), prefix + "-in" + i, tuples(i == 0));
            inputs.add(input);
            before.put(input.name(), model.tuples(input.name()));
        }
        run(client, new RandomWorkflow(random, prefix, inputs));
        if (random.nextInt(3) == 0) {
            List<Known> all = new ArrayList<>(inputs);
            all.addAll(done.get(0).groups.left());
            run(client, new RandomWorkflow(random, prefix + "-then", all));
        }
    }

    private void run(SssClient client, RandomWorkflow both) throws Exception {
        for (TupleGroup<Object, Object> group : both.groups.replaced()) {
            try (GroupWriter<Object, Object> writer =
                    client.write(TupleGroup.of(group.name(), group.keys(), group.values()))) {
                writer.commit();
            }
        }
        client.run(both.workflow);
        for (RandomWorkflow.ModelJob job : both.model) {
            job.run(model);
        }
        model.ended();
        done.add(both);
    }

    /** All that is left, read in all ways. */
    void compare(SssClient client) throws IOException {
        compare(client, false);
    }

    /** The same after a restart of all nodes, which ends groups in memory. */
    void compareRestarted(SssClient client) throws IOException {
        compare(client, true);
    }

    private void compare(SssClient client, boolean restarted) throws IOException {
        for (Known input : inputs) {
            compare(client, input, before.get(input.name()), restarted);
        }
        int count = inputs.size();
        for (RandomWorkflow both : done) {
            for (Known group : both.groups.left()) {
                compare(client, group, model.tuples(group.name()), restarted);
            }
            both.groups.dead().forEach((name, type) -> compareDead(client, name, type));
            count += both.groups.left().size() + both.groups.dead().size();
        }
        assertThat(names(client)).as("%s: groups of %s", what, explained()).hasSize(count);
    }

    private String explained() {
        return done.stream()
                .map(both -> "shuffle " + both.shuffle + ", " + both.workflow.explain())
                .collect(Collectors.joining("\n"));
    }

    void drop(SssClient client) {
        names(client).forEach(client::drop);
    }

    private List<String> names(SssClient client) {
        return client.groups().stream()
                .map(group -> group.name())
                .filter(name -> name.startsWith(prefix + "-"))
                .toList();
    }

    private int tuples(boolean mayBeLarge) {
        if (mayBeLarge && random.nextInt(LARGE_ONE_OF) == 0) {
            return mostTuples / 5 + random.nextInt(mostTuples - mostTuples / 5);
        }
        return random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(Math.min(3_000, mostTuples / 4));
    }

    private Known write(SssClient client, Type type, String name, int tuples) {
        TupleGroup<Object, Object> group = RandomGroups.sometimesInMemory(random, type.group(name));
        int count = random.nextInt(3) == 0 ? 2 + random.nextInt(3) : 1;
        try (GroupWriters<Object, Object> writers = client.writers(group, count)) {
            for (int i = 0; i < tuples; i++) {
                Object key = type.key(random.nextInt(), 1 + random.nextInt(RandomGroups.MAX_KEYS));
                Object value = type.value(random.nextInt(1_000));
                writers.get(i * count / tuples).append(key, value);
                model.tuples(name).add(Map.entry(key, value));
            }
            for (int i = 0; i < count; i++) {
                writers.get(i).finish();
            }
            writers.commit();
        }
        return new Known(group, type, Placement.HASH, true, tuples);
    }

    private void compare(SssClient client, Known group, List<Map.Entry<Object, Object>> expected, boolean restarted)
            throws IOException {
        if (restarted && group.group().memory() && !expected.isEmpty()) {
            assertThat(client.group(group.name()).state())
                    .as("%s: %s in memory", what, group.name())
                    .isEqualTo(Group.State.INCOMPLETE);
            return;
        }
        String of = what + ": group " + group.name() + (group.ordered() ? ", in order" : ", in any order") + " of "
                + explained();
        Map<Object, List<Object>> wanted = values(expected, group.ordered());
        List<Map.Entry<Object, Object>> scanned = client.scan(group.group()).toList();
        assertThat(scanned.stream().map(Map.Entry::getKey)).as(of).isSortedAccordingTo(Functions.order());
        compare(of, values(scanned, group.ordered()), wanted);
        assertThat(client.count(group.name())).as(of).isEqualTo(expected.size());
        new RandomReads(random, client, group, of).compare(wanted);
        if (random.nextInt(6) == 0) {
            TupleGroup<Object, Object> again =
                    new RandomFiles(random, client, group.group(), group.type()).thereAndBack();
            compare(again.name() + " of " + of, values(client.scan(again).toList(), group.ordered()), wanted);
            client.drop(again.name());
        }
    }

    private static void compare(String of, Map<Object, List<Object>> found, Map<Object, List<Object>> wanted) {
        assertThat(found.keySet()).as("keys of %s", of).isEqualTo(wanted.keySet());
        wanted.forEach((key, values) -> {
            if (!values.equals(found.get(key))) {
                assertThat(found.get(key)).as("values of key %s of %s", key, of).isEqualTo(values);
            }
        });
    }

    private void compareDead(SssClient client, String name, Type type) {
        List<String> found = client.scan(DeadLetter.group(name)).toList().stream()
                .map(dead -> dead.getKey() + "=" + Bytes.of(dead.getValue().value()))
                .sorted()
                .toList();
        List<String> wanted = model.tuples(name).stream()
                .map(tuple -> encoded(type.keys(), tuple.getKey()) + "="
                        + (tuple.getValue().equals(ModelGroups.NO_VALUE)
                                ? ""
                                : encoded(type.values(), tuple.getValue())))
                .sorted()
                .toList();
        assertThat(found).as("%s: %s of %s", what, name, explained()).isEqualTo(wanted);
    }

    @SuppressWarnings("unchecked")
    private static Bytes encoded(Kind kind, Object object) {
        ByteSink sink = new ByteSink(16);
        ((Codec<Object>) kind.codec()).encode(object, sink);
        return Bytes.of(sink.toByteArray());
    }

    static Map<Object, List<Object>> values(List<Map.Entry<Object, Object>> tuples, boolean ordered) {
        Map<Object, List<Object>> values = ModelGroups.byKey(tuples);
        if (!ordered) {
            values.values().forEach(list -> list.sort(Functions.order()));
        }
        return values;
    }
}
