package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.Placement;
import org.sss.net.control.Places;
import org.sss.net.control.SubgroupTuples;
import org.sss.server.coordinator.state.GroupRepair.PartCopy;
import org.sss.server.coordinator.state.RepairPlan.DueGroup;
import org.sss.server.coordinator.state.RepairPlanner.NodeStates;

class RepairPlannerTest {
    private static final int HISTORIES = 1_000;
    private static final Places TWO = new Places(1, 2, new byte[] {0, 1, 1, 2, 2, 0});
    private static final Places WITHOUT_1 = new Places(2, 2, new byte[] {0, 2, 2, 0, 2, 0});
    private static final Set<Integer> ALL = Set.of(0, 1, 2);

    private final Map<Integer, Places> tables = new HashMap<>(Map.of(1, TWO, 2, WITHOUT_1));
    private final Map<Long, Map<Integer, Set<Integer>>> lost = new HashMap<>();

    private static GroupInfo group(long id, long bytes, Placement placement, long... tuples) {
        GroupInfo writing = GroupInfo.writing(
                new GroupKey(id, GroupKey.NO_IDENTITY),
                "g" + id,
                new GroupFormat("string", "long", true, Compression.NONE, false),
                new GroupOrigin(1, "import"));
        long sum = IntStream.range(0, tuples.length).mapToLong(s -> tuples[s]).sum();
        return writing.ready(new Stored(sum, bytes, bytes, 1, 1), List.of(), SubgroupTuples.of(tuples), placement);
    }

    private RepairPlanner planner(Places active, NodeStates nodes) {
        return new RepairPlanner(tables::get, active, nodes, group -> lost.getOrDefault(group.id(), Map.of()));
    }

    private RepairPlan plan(Places active, NodeStates nodes, GroupInfo... groups) {
        return planner(active, nodes).plan(List.of(groups));
    }

    /** What the plan lists, with all parts. */
    private List<GroupRepair> repairs(Places active, NodeStates nodes, GroupInfo... groups) {
        return plan(active, nodes, groups).repairs().stream()
                .map(due -> planner(active, nodes).plan(due.group(), 0))
                .toList();
    }

    private static NodeStates up(Integer... nodes) {
        return new NodeStates(Set.of(nodes), Set.of(nodes), Set.of());
    }

    @Test
    void wholeGroupsAndGroupsWithOneCopyByTheRuleAreLeftAlone() {
        RepairPlan plan =
                plan(TWO, up(0, 1, 2), group(1, 60, new Placement(1, 2, 2), 1, 2, 3), group(2, 60, null, 1, 2, 3));
        assertThat(plan).isEqualTo(new RepairPlan(List.of(), List.of(), List.of()));
    }

    @Test
    void copiesThatCouldNotBeMadeAreMade() {
        GroupInfo group = group(1, 60, new Placement(1, 1, 2), 1, 0, 3);
        RepairPlan plan = plan(TWO, up(0, 1, 2), group);
        assertThat(plan.fewer()).containsExactly(group);
        List<GroupRepair> repairs = repairs(TWO, up(0, 1, 2), group);
        assertThat(repairs)
                .containsExactly(
                        new GroupRepair(group, 1, TWO, 2, List.of(new PartCopy(0, 0, 1), new PartCopy(2, 2, 0))));
        assertThat(plan.bytes()).isEqualTo(60);
        assertThat(repairs.get(0).after(Set.of())).isEqualTo(new Placement(1, 2, 2));
        assertThat(repairs.get(0).after(Set.of(0))).isEqualTo(new Placement(1, 1, 2));
    }

    @Test
    void whatANodeHasLostIsCopiedBack() {
        GroupInfo group = group(1, 60, new Placement(1, 2, 2), 1, 2, 3);
        lost.put(1L, Map.of(1, Set.of(1)));
        assertThat(repairs(TWO, up(0, 1, 2), group))
                .containsExactly(new GroupRepair(group, 1, TWO, 2, List.of(new PartCopy(1, 2, 1))));
    }

    @Test
    void nodesThatMayBeBackSoonAreWaitedFor() {
        GroupInfo group = group(1, 60, new Placement(1, 2, 2), 1, 2, 3);
        NodeStates waits = new NodeStates(Set.of(0, 2), Set.of(0, 2), Set.of(1));
        RepairPlan plan = plan(WITHOUT_1, waits, group);
        assertThat(plan.repairs()).isEmpty();
        assertThat(plan.fewer()).containsExactly(group);
        assertThat(plan.hopeless()).isEmpty();
    }

    @Test
    void aNodeThatTakesNoDataIsWaitedForToo() {
        GroupInfo group = group(1, 60, new Placement(1, 2, 2), 1, 2, 3);
        lost.put(1L, Map.of(1, Set.of(0, 1)));
        NodeStates waits = new NodeStates(ALL, Set.of(0, 2), Set.of(1));
        assertThat(repairs(WITHOUT_1, waits, group)).isEmpty();
    }

    @Test
    void groupsOfNodesThatAreGoneMoveToTheActiveTable() {
        GroupInfo group = group(1, 60, new Placement(1, 2, 2), 1, 2, 3);
        GroupRepair repair = repairs(WITHOUT_1, up(0, 2), group).get(0);
        assertThat(repair)
                .isEqualTo(
                        new GroupRepair(group, 1, WITHOUT_1, 2, List.of(new PartCopy(0, 0, 2), new PartCopy(1, 2, 0))));
        assertThat(repair.after(Set.of())).isEqualTo(new Placement(2, 2, 2));
        assertThat(repair.after(Set.of(2))).isEqualTo(new Placement(1, 2, 2));
    }

    @Test
    void groupsMoveBackToTheTableOfAllNodes() {
        GroupInfo group = group(1, 60, new Placement(2, 2, 2), 1, 2, 3);
        assertThat(repairs(TWO, up(0, 1, 2), group))
                .containsExactly(
                        new GroupRepair(group, 2, TWO, 2, List.of(new PartCopy(0, 0, 1), new PartCopy(1, 0, 1))));
    }

    @Test
    void groupsWithoutAWholeCopyAreListedAndLeftAlone() {
        GroupInfo group = group(1, 60, new Placement(1, 2, 2), 1, 2, 3);
        lost.put(1L, Map.of(1, Set.of(0), 0, Set.of(0)));
        RepairPlan plan = plan(TWO, up(0, 1, 2), group);
        assertThat(plan.hopeless()).containsExactly(group);
        assertThat(plan.repairs()).isEmpty();
    }

    @Test
    void theFewestWholeCopiesComeFirstThenTheSmallestGroups() {
        GroupInfo large = group(1, 900, new Placement(1, 1, 2), 1, 1, 1);
        GroupInfo small = group(2, 60, new Placement(1, 1, 2), 1, 1, 1);
        GroupInfo moved = group(3, 6, new Placement(2, 2, 2), 1, 1, 1);
        assertThat(plan(TWO, up(0, 1, 2), moved, large, small).repairs())
                .extracting(DueGroup::group)
                .containsExactly(small, large, moved);
    }

    @Test
    void randomHistoriesEndWithAllCopies() {
        long seed = Long.getLong("sss.seed", System.nanoTime());
        System.out.println("RepairPlannerTest: -Dsss.seed=" + seed);
        Random random = new Random(seed);
        for (int i = 0; i < HISTORIES; i++) {
            History history = new History(random);
            for (int step = 0; step < 5; step++) {
                history.change();
                history.repair();
            }
            history.heal();
        }
    }

    /** Nodes that come and go, and what is on their disks. */
    private static final class History {
        private static final int SUBGROUPS = 6;

        private final Random random;
        private final int nodes;
        private final Places all;
        private final TreeMap<Integer, Places> tables = new TreeMap<>();
        private final Map<Long, GroupInfo> groups = new TreeMap<>();
        /** By node, what it has of each group. */
        private final List<Map<Long, Set<Integer>>> disks = new ArrayList<>();

        private final Set<Integer> silent = new HashSet<>();
        private final Set<Integer> waiting = new HashSet<>();
        private Places active;

        History(Random random) {
            this.random = random;
            nodes = 3 + random.nextInt(4);
            all = TablePlanner.first(1, nodes, SUBGROUPS, 2 + random.nextInt(2), node -> "h" + node);
            tables.put(1, all);
            active = all;
            for (int node = 0; node < nodes; node++) {
                disks.add(new HashMap<>());
            }
            for (long id = 1; id <= 3; id++) {
                write(id);
            }
        }

        private void write(long id) {
            Placement placement =
                    new Placement(active.number(), 1 + random.nextInt(active.copies()), 1 + random.nextInt(3));
            GroupInfo group = group(
                    id,
                    1000,
                    placement.copies() > placement.wanted() ? placement.withCopies(placement.wanted()) : placement,
                    random.longs(SUBGROUPS, 0, 3).toArray());
            groups.put(id, group);
            used(group)
                    .forEach(s ->
                            holders(group, s).forEach(node -> has(node, group).add(s)));
        }

        private Set<Integer> has(int node, GroupInfo group) {
            return disks.get(node).computeIfAbsent(group.id(), id -> new HashSet<>());
        }

        private static List<Integer> used(GroupInfo group) {
            long[] tuples = group.subgroups().all();
            return IntStream.range(0, tuples.length)
                    .filter(s -> tuples[s] > 0)
                    .boxed()
                    .toList();
        }

        private List<Integer> holders(GroupInfo group, int subgroup) {
            return tables.get(group.placement().table()).holders(subgroup, group.copies());
        }

        void change() {
            int node = random.nextInt(nodes);
            if (!silent.remove(node)) {
                silent.add(node);
            }
            waiting.clear();
            silent.stream().filter(n -> random.nextInt(3) == 0).forEach(waiting::add);
            int damaged = random.nextInt(nodes);
            if (random.nextBoolean()) {
                groups.values().forEach(group -> has(damaged, group).removeIf(s -> random.nextInt(3) == 0));
            }
            activate();
            if (random.nextBoolean()) {
                write(10 + random.nextInt(3));
            }
        }

        private void activate() {
            Places planned = silent.size() == nodes || silent.isEmpty()
                    ? all
                    : TablePlanner.afterLoss(tables.lastKey() + 1, all, silent, nodes, node -> "h" + node);
            active = tables.values().stream()
                    .filter(table ->
                            table.copies() == planned.copies() && Arrays.equals(table.holders(), planned.holders()))
                    .findFirst()
                    .orElse(planned);
            tables.put(active.number(), active);
        }

        private Set<Integer> up() {
            Set<Integer> up = new HashSet<>(IntStream.range(0, nodes).boxed().toList());
            up.removeAll(silent);
            return up;
        }

        /** What nodes that answer have reported as lost. */
        private Map<Integer, Set<Integer>> lost(GroupInfo group) {
            Map<Integer, Set<Integer>> lost = new HashMap<>();
            for (int subgroup : used(group)) {
                for (int node : holders(group, subgroup)) {
                    if (!silent.contains(node) && !has(node, group).contains(subgroup)) {
                        lost.computeIfAbsent(node, n -> new HashSet<>()).add(subgroup);
                    }
                }
            }
            return lost;
        }

        void repair() {
            NodeStates states = new NodeStates(up(), up(), waiting);
            RepairPlanner planner = new RepairPlanner(tables::get, active, states, this::lost);
            Map<GroupInfo, Integer> before = new HashMap<>();
            groups.values().forEach(group -> before.put(group, fewestWhole(group)));
            RepairPlan plan = planner.plan(groups.values());
            plan.repairs().forEach(due -> apply(planner.plan(due.group(), 0)));
            before.forEach((was, whole) -> check(was, groups.get(was.id()), whole, plan.repairs()));
            assertThat(planner.plan(groups.values()).repairs()).isEmpty();
        }

        private int fewestWhole(GroupInfo group) {
            return used(group).stream()
                    .mapToInt(s -> (int) holders(group, s).stream()
                            .filter(node ->
                                    !silent.contains(node) && has(node, group).contains(s))
                            .count())
                    .min()
                    .orElse(group.copies());
        }

        private void apply(GroupRepair repair) {
            GroupInfo group = repair.group();
            for (PartCopy part : repair.parts()) {
                assertThat(silent).doesNotContain(part.from(), part.to());
                assertThat(has(part.from(), group)).contains(part.subgroup());
                has(part.to(), group).add(part.subgroup());
            }
            groups.put(group.id(), group.withPlacement(repair.after(Set.of())));
        }

        /** A group that had one whole copy has all that it can have; others are as they were. */
        private void check(GroupInfo was, GroupInfo is, int whole, Collection<DueGroup> repairs) {
            boolean waits =
                    used(was).stream().anyMatch(s -> holders(was, s).stream().anyMatch(waiting::contains));
            if (whole == 0) {
                assertThat(repairs).noneMatch(repair -> repair.group().id() == was.id());
            } else if (!waits) {
                int expected = Math.min(was.placement().wanted(), active.copies());
                assertThat(is.placement().table()).isEqualTo(active.number());
                assertThat(is.copies()).isGreaterThanOrEqualTo(expected);
                assertThat(fewestWhole(is)).isGreaterThanOrEqualTo(expected);
            } else {
                assertThat(fewestWhole(is)).isGreaterThanOrEqualTo(whole);
            }
        }

        /** All nodes are back. */
        void heal() {
            silent.clear();
            waiting.clear();
            activate();
            repair();
        }
    }
}
