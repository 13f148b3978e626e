package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.DataVerbs.StoredGroup;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.server.coordinator.state.CoordinatorState.Shape;

/** Applies random operations to the catalog and to a map, with restarts between. */
class CatalogModelTest {
    private static final int STEPS = 600;

    @TempDir
    Path directory;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final Map<String, Long> model = new TreeMap<>();
    private final Map<Long, String> writing = new HashMap<>();
    private final Map<Long, Boolean> replacing = new HashMap<>();
    private final Set<Long> dead = new HashSet<>();
    private final Map<Long, GroupInfo> everGiven = new HashMap<>();
    private final Set<Long> published = new HashSet<>();
    private CoordinatorState state;

    @Tag("heavy")
    @Test
    void catalogBehavesLikeDurableMap() {
        System.out.println("CatalogModelTest seed " + seed);
        open();
        for (int step = 0; step < STEPS; step++) {
            step();
            assertThat(names()).as("seed %d, step %d", seed, step).isEqualTo(model);
            assertThat(model.values()).as("seed %d, step %d", seed, step).noneMatch(dead::contains);
        }
        state.close();
    }

    private void step() {
        switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> create(name(), random.nextBoolean());
            case 4, 5, 6 -> writing.keySet().stream().findAny().ifPresent(this::publish);
            case 7 -> writing.keySet().stream().findAny().ifPresent(this::discard);
            case 8, 9 -> drop(name());
            case 10 -> rename(name(), name(), random.nextBoolean());
            default -> restart();
        }
    }

    private String name() {
        return "group-" + random.nextInt(5);
    }

    private void create(String name, boolean replace) {
        boolean refused = !replace && (model.containsKey(name) || writing.containsValue(name));
        expect(refused ? ErrorCode.ALREADY_EXISTS : null, () -> {
            NewGroup group = new NewGroup(name, "string", "long", true, replace, "model", Compression.NONE);
            GroupInfo created = state.catalog().create(group, false);
            long id = created.id();
            assertThat(everGiven.put(id, created))
                    .as("seed %d: id %d is new", seed, id)
                    .isNull();
            writing.put(id, name);
            replacing.put(id, replace);
        });
    }

    private void publish(long id) {
        String name = writing.get(id);
        boolean refused = !replacing.get(id) && model.containsKey(name);
        expect(refused ? ErrorCode.ALREADY_EXISTS : null, () -> {
            state.catalog().publish(id, new Committed(List.of(Stored.NONE)));
            published.add(id);
            writing.remove(id);
            model.put(name, id);
        });
    }

    private void discard(long id) {
        state.catalog().discard(id);
        writing.remove(id);
        assertThat(dead).as("seed %d", seed).contains(id);
    }

    private void drop(String name) {
        expect(model.containsKey(name) ? null : ErrorCode.NOT_FOUND, () -> {
            state.catalog().drop(name);
            assertThat(dead).as("seed %d", seed).contains(model.remove(name));
        });
    }

    private void rename(String from, String to, boolean replace) {
        ErrorCode expected = !model.containsKey(from)
                ? ErrorCode.NOT_FOUND
                : !from.equals(to) && !replace && (model.containsKey(to) || writing.containsValue(to))
                        ? ErrorCode.ALREADY_EXISTS
                        : null;
        expect(expected, () -> {
            state.catalog().names().rename(from, to, replace);
            model.put(to, model.remove(from));
        });
    }

    private void expect(ErrorCode expected, Runnable action) {
        ErrorCode found = null;
        try {
            action.run();
        } catch (SssException e) {
            found = e.code();
        }
        assertThat(found).as("seed %d", seed).isEqualTo(expected);
    }

    private void open() {
        state = CoordinatorState.open(directory, new Shape(1, 4, 4), Clock.systemUTC(), group -> dead.add(group.id()));
    }

    private void restart() {
        state.close();
        open();
        Sweeper.Sweep sweep = state.catalog()
                .sweeper()
                .sweep(
                        0,
                        everGiven.values().stream()
                                .map(group -> new StoredGroup(
                                        group.id(), group.identity(), published.contains(group.id()), false))
                                .toList());
        assertThat(sweep.orphans()).as("seed %d", seed).isEmpty();
        assertThat(sweep.dead())
                .as("seed %d: all but named groups are dead", seed)
                .extracting(GroupKey::id)
                .containsExactlyInAnyOrderElementsOf(everGiven.keySet().stream()
                        .filter(id -> !model.containsValue(id))
                        .toList());
        writing.clear();
    }

    private Map<String, Long> names() {
        return state.catalog().page(null).groups().stream()
                .collect(Collectors.toMap(GroupInfo::name, GroupInfo::id, (a, b) -> a, TreeMap::new));
    }
}
