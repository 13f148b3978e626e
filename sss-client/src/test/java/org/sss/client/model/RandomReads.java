package org.sss.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.sss.client.GroupReader;
import org.sss.client.Scan;
import org.sss.client.SssClient;
import org.sss.client.model.RandomGroups.Known;

/** Reads parts of a group in ways that are chosen at random. One thread. */
final class RandomReads {
    private static final int KEYS = 40;

    private final Random random;
    private final SssClient client;
    private final Known group;
    private final String of;

    RandomReads(Random random, SssClient client, Known group, String of) {
        this.random = random;
        this.client = client;
        this.group = group;
        this.of = of;
    }

    /** @param wanted all values, in order as far as the order is known */
    void compare(Map<Object, List<Object>> wanted) {
        singleKeys(wanted);
        range((TreeMap<Object, List<Object>>) wanted);
        if (random.nextInt(4) == 0) {
            parts(wanted);
        }
    }

    private Object anyKey() {
        return group.type().key(random.nextInt(RandomGroups.MAX_KEYS), 1 + random.nextInt(RandomGroups.MAX_KEYS));
    }

    private void singleKeys(Map<Object, List<Object>> wanted) {
        List<Object> keys = new ArrayList<>(
                IntStream.range(0, random.nextInt(KEYS)).mapToObj(i -> anyKey()).toList());
        wanted.keySet().stream().limit(KEYS).forEach(keys::add);
        GroupReader<Object, Object> reader = client.reader(group.group());
        List<List<Object>> found = reader.getAll(keys);
        assertThat(found).as(of).hasSameSizeAs(keys);
        for (int i = 0; i < keys.size(); i++) {
            assertThat(inOrder(found.get(i)))
                    .as("key %s of %s", keys.get(i), of)
                    .isEqualTo(wanted.getOrDefault(keys.get(i), List.of()));
        }
        Object one = anyKey();
        assertThat(inOrder(reader.get(one))).as("key %s of %s", one, of).isEqualTo(wanted.getOrDefault(one, List.of()));
    }

    private List<Object> inOrder(List<Object> values) {
        List<Object> sorted = new ArrayList<>(values);
        if (!group.ordered()) {
            sorted.sort(Functions.order());
        }
        return sorted;
    }

    private void range(TreeMap<Object, List<Object>> wanted) {
        Object a = anyKey();
        Object b = anyKey();
        boolean swapped = Functions.order().compare(a, b) > 0;
        Object from = swapped ? b : a;
        Object to = swapped ? a : b;
        try (Scan<Object, Object> scan = client.scan(group.group()).from(from).to(to)) {
            Map<Object, List<Object>> found = Comparison.values(scan.toList(), group.ordered());
            assertThat(found).as("from %s to %s of %s", from, to, of).isEqualTo(wanted.subMap(from, to));
        }
        long limit = random.nextInt(100);
        List<Object> first = wanted.tailMap(from).entrySet().stream()
                .flatMap(key -> key.getValue().stream().map(value -> key.getKey()))
                .limit(limit)
                .toList();
        try (Scan<Object, Object> scan = client.scan(group.group()).from(from).limit(limit)) {
            assertThat(scan.toList().stream().map(Map.Entry::getKey))
                    .as("%s from %s of %s", limit, from, of)
                    .isEqualTo(first);
        }
    }

    private void parts(Map<Object, List<Object>> wanted) {
        int parts = 1 + random.nextInt(5);
        List<Map.Entry<Object, Object>> all = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            try (Scan<Object, Object> scan = client.scan(group.group()).part(part, parts)) {
                scan.forEach(all::add);
            }
        }
        Map<Object, List<Object>> found = Comparison.values(all, false);
        Map<Object, List<Object>> sorted = new TreeMap<>(Functions.order());
        wanted.forEach((key, values) ->
                sorted.put(key, values.stream().sorted(Functions.order()).toList()));
        assertThat(found).as("%s parts of %s", parts, of).isEqualTo(sorted);
    }
}
