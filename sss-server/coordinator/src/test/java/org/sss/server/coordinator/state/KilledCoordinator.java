package org.sss.server.coordinator.state;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sss.api.Compression;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.server.coordinator.state.CatalogNames.Naming;
import org.sss.server.coordinator.state.CoordinatorState.Shape;

/**
 * A coordinator's state in its own JVM, in which several threads publish, replace, rename and drop groups until it is
 * killed. Each thread uses its own names and prints its actions. Arguments: directory, seed. Lines: {@code DOING thread
 * what groups}, where the groups are those that the thread has afterwards, {@code name=id} with a comma after each, and
 * {@code DONE thread}.
 */
final class KilledCoordinator {
    static final int WRITERS = 4;
    private static final int NAMES = 4;

    private final Catalog catalog;
    private final int writer;
    private final Random random;
    private final Map<String, Long> groups;

    private KilledCoordinator(Catalog catalog, int writer, Random random) {
        this.catalog = catalog;
        this.writer = writer;
        this.random = random;
        groups = groupsOf(catalog, writer);
    }

    public static void main(String[] arguments) {
        CoordinatorState state = open(Path.of(arguments[0]));
        for (int writer = 0; writer < WRITERS; writer++) {
            KilledCoordinator work =
                    new KilledCoordinator(state.catalog(), writer, new Random(Long.parseLong(arguments[1]) + writer));
            new Thread(work::work).start();
        }
    }

    static CoordinatorState open(Path directory) {
        return CoordinatorState.open(directory, new Shape(1, 4, 4), Clock.systemUTC(), id -> {});
    }

    /** Names and ids. */
    static Map<String, Long> groupsOf(Catalog catalog, int writer) {
        return catalog.page(null).groups().stream()
                .filter(group -> group.name().startsWith(writer + "-"))
                .collect(Collectors.toMap(GroupInfo::name, GroupInfo::id, (a, b) -> a, TreeMap::new));
    }

    private static synchronized void print(String line) {
        System.out.println(line);
    }

    private void work() {
        try {
            while (true) {
                step();
            }
        } catch (Throwable t) {
            print("FAILED " + t);
        }
    }

    private void step() {
        String to = writer + "-" + random.nextInt(NAMES);
        if (groups.size() < 2) {
            publish(to);
            return;
        }
        List<String> names = new ArrayList<>(groups.keySet());
        String from = names.get(random.nextInt(names.size()));
        switch (random.nextInt(9)) {
            case 0, 1 -> publish(to);
            case 2 -> drop(from);
            case 3 -> publishTwo(to);
            default -> rename(from, to);
        }
    }

    private void publish(String name) {
        boolean replaces = groups.containsKey(name);
        long id = catalog.create(new NewGroup(name, "string", "long", true, replaces, "test", Compression.NONE), false)
                .id();
        groups.put(name, id);
        act(replaces ? "replace" : "publish", () -> catalog.publish(id, new Committed(List.of(Stored.NONE))));
    }

    /** Like the outputs of a job. */
    private void publishTwo(String name) {
        String other = name + "-too";
        List<Naming> namings =
                List.of(new Naming(finished(name), name, true), new Naming(finished(other), other, true));
        namings.forEach(naming -> groups.put(naming.name(), naming.id()));
        act("publish-two", () -> catalog.names().assign(namings));
    }

    private long finished(String name) {
        long id = catalog.create(new NewGroup(name, "string", "long", true, true, "test", Compression.NONE), false)
                .id();
        return catalog.finish(id, new Committed(List.of(Stored.NONE))).id();
    }

    private void drop(String name) {
        groups.remove(name);
        act("drop", () -> catalog.drop(name));
    }

    private void rename(String from, String to) {
        boolean replaces = !from.equals(to) && groups.containsKey(to);
        long id = groups.remove(from);
        groups.put(to, id);
        boolean asLoopsDo = random.nextInt(4) == 0; // with their retained groups
        act(replaces ? "rename-onto" : "rename", () -> {
            if (asLoopsDo) {
                catalog.names().assign(List.of(new Naming(id, to, true)));
            } else {
                catalog.names().rename(from, to, replaces);
            }
        });
    }

    private void act(String what, Runnable action) {
        String after = groups.entrySet().stream()
                .map(group -> group.getKey() + "=" + group.getValue() + ",")
                .collect(Collectors.joining());
        print("DOING " + writer + " " + what + " " + after);
        action.run();
        print("DONE " + writer);
    }
}
