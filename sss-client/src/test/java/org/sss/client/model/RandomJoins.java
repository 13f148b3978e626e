package org.sss.client.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.sss.api.CoGroupJob;
import org.sss.api.JoinKind;
import org.sss.api.MapJob;
import org.sss.api.ReduceJob;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.model.RandomGroups.Known;
import org.sss.client.model.RandomGroups.Placement;
import org.sss.client.model.RandomWorkflow.ModelJob;

/**
 * The jobs of a random workflow that read several groups. Each method returns whether there were groups for it. One
 * thread.
 */
final class RandomJoins {
    /** A group that is loaded into memory, or looked up for each tuple. */
    private static final long MAX_IN_MEMORY = 10_000;

    private static final long MAX_PAIRS = 5_000_000;

    private final Random random;
    private final Workflow workflow;
    private final RandomGroups groups;
    private final List<ModelJob> model;

    RandomJoins(Random random, Workflow workflow, RandomGroups groups, List<ModelJob> model) {
        this.random = random;
        this.workflow = workflow;
        this.groups = groups;
        this.model = model;
    }

    /** Of few values of each key, so that there are not too many pairs. */
    boolean join() {
        Known first = groups.any(Known::hasKeysTogether);
        Known second = first == null
                ? null
                : groups.any(other -> other.hasKeysTogether()
                        && other.type().keys() == first.type().keys());
        if (second == null) {
            return false;
        }
        boolean byKey = random.nextInt(4) == 0;
        Known left = few(first, byKey);
        Known right = random.nextInt(6) == 0 ? left : few(second, byKey);
        Type type = groups.type();
        TupleGroup<Object, Object> output = groups.output(type);
        JoinKind kind = JoinKind.values()[random.nextInt(JoinKind.values().length)];
        Functions.Pair joiner = new Functions.Pair(groups.keys(type, left.type()));
        CoGroupJob<Object, Object, Object> job = workflow.join(left.group(), right.group(), output, kind, joiner);
        model.add(all -> all.join(left.name(), right.name(), kind, joiner, output.name()));
        placeAlike(job, byKey);
        groups.written(
                output, type, groups.place(job, type), joiner.keys().kept(), 9 * Math.max(left.most(), right.most()));
        return true;
    }

    private static void placeAlike(CoGroupJob<Object, Object, Object> job, boolean byKey) {
        if (byKey) {
            job.placedAlike();
        }
    }

    /** The first values of each key, in order. */
    private Known few(Known input, boolean byKey) {
        Type type = new Type(input.type().keys(), Type.anyKind(random));
        TupleGroup<Object, Object> output = groups.between(type);
        Functions.Ranked reducer = new Functions.Ranked(1 + random.nextInt(3), new Keys(type, 1, true));
        ReduceJob<Object, Object, Object, Object> job =
                workflow.reduce(input.group(), output, reducer).orderValues();
        model.add(all -> all.reduce(input.name(), true, reducer, output.name()));
        if (byKey) {
            job.partitionBy(new Functions.ByKey());
        }
        return new Known(
                output,
                type,
                byKey ? Placement.BY_KEY : Placement.HASH,
                true,
                Math.min(input.most(), 3 * RandomGroups.MAX_KEYS));
    }

    boolean coGroup() {
        List<Known> inputs = gatherable();
        if (inputs.isEmpty()) {
            return false;
        }
        Type type = groups.type();
        TupleGroup<Object, Object> output = groups.output(type);
        Gathered gathered = gather(inputs, type, output);
        groups.written(output, type, groups.place(gathered.job(), type), gathered.ordered(), gathered.most());
        return true;
    }

    /**
     * A co-group, and what may be known of its output.
     *
     * @param most tuples that it emits at most
     */
    record Gathered(CoGroupJob<Object, Object, Object> job, boolean ordered, long most) {}

    /** One to four groups for {@link #gather}; none when there are no such groups. */
    List<Known> gatherable() {
        List<Known> inputs = new ArrayList<>();
        Known first = groups.any(group -> group.placement() == Placement.HASH);
        for (int i = 0; first != null && i < 4; i++) {
            Known next = groups.any(group -> group.placement() == Placement.HASH
                    && group.type().keys() == first.type().keys());
            if (inputs.stream().noneMatch(next::equals)) {
                inputs.add(next);
            }
        }
        return mostOf(inputs) > RandomGroups.MAX_TUPLES ? List.of() : inputs;
    }

    private static long mostOf(List<Known> inputs) {
        return inputs.stream().mapToLong(Known::most).sum();
    }

    Gathered gather(List<Known> inputs, Type type, TupleGroup<Object, Object> output) {
        Functions.Gather grouper = new Functions.Gather(
                inputs.stream().map(Known::group).toList(),
                groups.keys(type, inputs.get(0).type()));
        CoGroupJob<Object, Object, Object> job = workflow.coGroup(grouper.groups(), output, grouper);
        Map<String, String> names = inputs.stream().collect(Collectors.toMap(Known::name, Known::name));
        model.add(all -> all.coGroup(names, grouper, output.name()));
        boolean ordered = grouper.keys().kept() && inputs.stream().allMatch(Known::ordered);
        return new Gathered(job, ordered, mostOf(inputs));
    }

    /** A loop that adds to a group what another one has, again and again. */
    boolean coGroupLoop() {
        Known current = groups.any(group -> group.placement() == Placement.HASH);
        Known other = current == null
                ? null
                : groups.any(group -> group.placement() == Placement.HASH
                        && group.type().keys() == current.type().keys()
                        && !group.name().equals(current.name()));
        int iterations = 1 + random.nextInt(4);
        if (other == null || current.most() + iterations * other.most() > RandomGroups.MAX_TUPLES) {
            return false;
        }
        Type type = current.type();
        TupleGroup<Object, Object> next = groups.output(type);
        Functions.Gather grouper =
                new Functions.Gather(List.of(current.group(), other.group()), groups.keys(type, type));
        workflow.repeat(iterations, body -> body.coGroup(grouper.groups(), next, grouper))
                .carry(next, current.group());
        model.add(all -> {
            String read = current.name();
            for (int i = 0; i < iterations; i++) {
                all.coGroup(Map.of(current.name(), read, other.name(), other.name()), grouper, next.name() + ".new");
                all.replace(next.name() + ".new", next.name());
                read = next.name();
            }
            all.rename(next.name(), current.name());
        });
        boolean ordered = grouper.keys().kept() && current.ordered() && other.ordered();
        long most = current.most() + iterations * other.most();
        groups.carried(groups.written(next, type, Placement.HASH, ordered, most), current);
        return true;
    }

    /**
     * With a few tuples, at most two for each of at most ten keys; when they are sorted, it is known in which order
     * they come.
     */
    boolean cross() {
        Known large = groups.any(group -> group.most() <= RandomGroups.MAX_TUPLES / 10);
        Known some = groups.any(Known::hasKeysTogether);
        if (large == null || some == null) {
            return false;
        }
        Type few = groups.type();
        TupleGroup<Object, Object> byTen = groups.between(few);
        Functions.Fold ten = new Functions.Fold(0, new Keys(few, 10, false));
        workflow.reduce(some.group(), byTen, ten);
        model.add(all -> all.reduce(some.name(), false, ten, byTen.name()));
        TupleGroup<Object, Object> folded = groups.between(few);
        Functions.Fold two = new Functions.Fold(2, new Keys(few, 1, true));
        workflow.reduce(byTen, folded, two);
        model.add(all -> all.reduce(byTen.name(), false, two, folded.name()));
        boolean sorted = random.nextBoolean();
        TupleGroup<Object, Object> small = sorted ? groups.between(few) : folded;
        if (sorted) {
            workflow.sort(folded, small);
            model.add(all -> all.sort(folded.name(), small.name()));
        }
        Type type = groups.type();
        TupleGroup<Object, Object> output = groups.output(type);
        Functions.Meet crosser = new Functions.Meet(2 + random.nextInt(9), groups.keys(type, large.type()));
        MapJob<Object, Object> job = workflow.cross(large.group(), small, output, crosser);
        model.add(all -> all.cross(large.name(), small.name(), crosser, output.name()));
        boolean ordered = sorted && crosser.keys().kept() && large.ordered();
        groups.written(output, type, groups.place(job, type), ordered, 10 * large.most());
        return true;
    }

    boolean look() {
        Known input = groups.any(group -> group.most() <= MAX_IN_MEMORY);
        Known side = groups.any(group -> group.most() <= MAX_IN_MEMORY);
        if (input == null || side == null) {
            return false;
        }
        Look.How how = Look.How.values()[random.nextInt(input.most() * side.most() <= MAX_PAIRS ? 4 : 3)];
        Type type = groups.type();
        TupleGroup<Object, Object> output = groups.output(type);
        Keys keys = groups.keys(type, input.type());
        Look mapper = new Look(side.group(), groups.keys(side.type()), how, keys);
        MapJob<Object, Object> job = workflow.map(input.group(), output, mapper).with(side.group());
        model.add(all -> all.map(input.name(), mapper, output.name()));
        groups.written(output, type, groups.place(job, type), keys.kept() && input.ordered(), input.most());
        return true;
    }
}
