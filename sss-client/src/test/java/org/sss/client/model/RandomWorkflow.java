package org.sss.client.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.sss.api.Codec;
import org.sss.api.Combiner;
import org.sss.api.JobOptions;
import org.sss.api.Loop;
import org.sss.api.MapJob;
import org.sss.api.Mapper;
import org.sss.api.ReduceJob;
import org.sss.api.Reducer;
import org.sss.api.Shuffle;
import org.sss.api.TupleGroup;
import org.sss.api.Until;
import org.sss.api.Workflow;
import org.sss.client.model.RandomGroups.Known;
import org.sss.client.model.RandomGroups.Placement;
import org.sss.io.exec.ExecutableMapper;
import org.sss.io.exec.ExecutableReducer;
import org.sss.io.exec.Executables;

/** A random graph of jobs, as a workflow and as what a model does for each of them. One thread. */
final class RandomWorkflow {
    /** A job in the model. */
    interface ModelJob {
        void run(ModelGroups groups) throws Exception;
    }

    final Workflow workflow;
    final List<ModelJob> model = new ArrayList<>();
    final RandomGroups groups;
    /** Each must leave what the model leaves, with the values of a key in the same order. */
    final Shuffle shuffle;

    private final RandomJoins joins;
    private final Random random;

    RandomWorkflow(Random random, String prefix, List<Known> inputs) {
        this.random = random;
        groups = new RandomGroups(random, prefix, inputs);
        shuffle = Shuffle.values()[random.nextInt(Shuffle.values().length)];
        workflow = Workflow.named(prefix).set(Shuffle.PARAMETER, shuffle.methodName());
        joins = new RandomJoins(random, workflow, groups, model);
        int jobs = 1 + random.nextInt(8);
        for (int i = 0; i < jobs; i++) {
            add();
        }
    }

    private void add() {
        switch (random.nextInt(16)) {
            case 0, 1 -> map();
            case 2 -> split();
            case 3 -> emitAndCombine();
            case 4, 5 -> reduce();
            case 6 -> aggregate();
            case 7 -> mapAggregate();
            case 8 -> mapUnless(joins.join());
            case 9 -> mapUnless(joins.coGroup());
            case 10 -> mapUnless(joins.cross());
            case 11 -> mapUnless(joins.look());
            case 12 -> mapUnless(joins.coGroupLoop());
            case 13 -> sort();
            case 14 -> cat();
            default -> loop();
        }
    }

    private void mapUnless(boolean added) {
        if (!added) {
            map();
        }
    }

    private Functions.Scatter scatter(Known input, Keys keys) {
        int copies = input.most() * 2 > RandomGroups.MAX_TUPLES ? 1 : random.nextInt(3);
        return new Functions.Scatter(copies, keys, random.nextInt(5));
    }

    private void map() {
        Type type = groups.type();
        Known input = groups.any();
        Known other = random.nextBoolean() ? groups.any() : input;
        Functions.Scatter first = scatter(input, groups.keys(type, input.type()));
        TupleGroup<Object, Object> output = groups.output(type);
        boolean fails = random.nextInt(6) == 0;
        Mapper<Object, Object, Object, Object> mapper =
                fails ? new Functions.FailingMap(first, 1 + random.nextInt(20)) : first;
        MapJob<Object, Object> job = workflow.map(input.group(), output, mapper);
        String dead = fails ? groups.dead(job, input.type()) : null;
        model.add(all -> all.map(input.name(), mapper, output.name(), dead));
        long most = input.most() * first.copies();
        if (other != input && most + other.most() <= RandomGroups.MAX_TUPLES) {
            Functions.Scatter second = new Functions.Scatter(1, groups.keys(type), random.nextInt(5));
            job.from(other.group(), second);
            model.add(all -> all.map(other.name(), second, output.name()));
            groups.written(output, type, groups.place(job, type), false, most + other.most());
        } else {
            groups.written(output, type, groups.place(job, type), first.keys().kept() && input.ordered(), most);
        }
    }

    private void split() {
        Type type = groups.type();
        Known input = groups.any();
        TupleGroup<Object, Object> output = groups.output(type);
        TupleGroup<Object, Object> second = groups.output(type);
        Functions.Split mapper = new Functions.Split(groups.keys(type, input.type()), second);
        MapJob<Object, Object> job = workflow.map(input.group(), output, mapper).alsoTo(second);
        model.add(all -> all.map(input.name(), mapper, output.name()));
        boolean ordered = mapper.keys().kept() && input.ordered();
        groups.written(output, type, groups.place(job, type), ordered, input.most());
        groups.written(second, type, Placement.HASH, ordered, input.most());
    }

    /** Of numbers the sum, of text the largest one; a Reduce to what comes out whatever was combined. */
    @SuppressWarnings("unchecked")
    private void emitAndCombine() {
        Type type = groups.type();
        TupleGroup<Object, Object> between = groups.between(type);
        Emitting emitting = emitting(type, between);
        boolean sums = type.values() == Kind.LONG && random.nextInt(3) > 0;
        Combiner<Object, Object> sum = (Combiner<Object, Object>) (Combiner<?, ?>) Combiner.sumLong();
        Combiner<Object, Object> most = (Combiner<Object, Object>) (Combiner<?, ?>) Combiner.maxLong();
        boolean largestLong = type.values() == Kind.LONG && random.nextBoolean();
        if (random.nextInt(4) > 0) {
            emitting.job().combine(sums ? sum : largestLong ? most : new Functions.Largest());
        }
        summarized(between, type, sums ? Summary.SUM : Summary.LARGEST, emitting.most());
    }

    /** @param most tuples that it emits at most */
    private record Emitting(JobOptions<Object, Object, ?> job, long most) {}

    /** A Map, a Reduce or a co-group. */
    private Emitting emitting(Type type, TupleGroup<Object, Object> output) {
        List<Known> inputs = random.nextInt(3) == 0 ? joins.gatherable() : List.of();
        if (!inputs.isEmpty()) {
            RandomJoins.Gathered gathered = joins.gather(inputs, type, output);
            return new Emitting(gathered.job(), gathered.most());
        }
        Known input = groups.any();
        if (input.hasKeysTogether() && random.nextBoolean()) {
            Functions.Fold reducer = new Functions.Fold(random.nextInt(Functions.Fold.KINDS), groups.keys(type));
            return new Emitting(reduce(input, output, false, reducer), 2 * input.most());
        }
        Functions.Scatter mapper = scatter(input, groups.keys(type));
        MapJob<Object, Object> job = workflow.map(input.group(), output, mapper);
        model.add(all -> all.map(input.name(), mapper, output.name()));
        return new Emitting(job, input.most() * mapper.copies());
    }

    private void reduce() {
        Known input = groups.any(Known::hasKeysTogether);
        if (input == null) {
            map();
            return;
        }
        boolean inOrder = random.nextInt(3) == 0;
        Type type = groups.type();
        TupleGroup<Object, Object> output = groups.output(type);
        Keys keys = groups.keys(type, input.type());
        boolean ranked = inOrder || input.ordered() && random.nextBoolean();
        ReduceJob<Object, Object, Object, Object> job;
        if (ranked) {
            Functions.Ranked reducer = new Functions.Ranked(1 + random.nextInt(1_000), keys);
            job = reduce(input, output, inOrder, reducer);
        } else {
            job = reduce(input, output, inOrder, new Functions.Fold(random.nextInt(Functions.Fold.KINDS), keys));
        }
        if (inOrder) {
            job.orderValues();
        }
        groups.written(output, type, groups.place(job, type), keys.kept(), 2 * input.most());
        for (int i = job.maxSkipped() > 0 ? 0 : random.nextInt(4); i > 1; i--) {
            and(job, input, inOrder);
        }
    }

    private ReduceJob<Object, Object, Object, Object> reduce(
            Known input,
            TupleGroup<Object, Object> output,
            boolean inOrder,
            Reducer<Object, Object, Object, Object> reducer) {
        boolean fails = random.nextInt(6) == 0;
        Reducer<Object, Object, Object, Object> any =
                fails ? new Functions.FailingReduce(reducer, 1 + random.nextInt(20)) : reducer;
        ReduceJob<Object, Object, Object, Object> job = workflow.reduce(input.group(), output, any);
        String dead = fails ? groups.dead(job, input.type()) : null;
        model.add(all -> all.reduce(input.name(), inOrder, any, output.name(), dead));
        return job;
    }

    /** One more reducer in the same pass. */
    private void and(ReduceJob<Object, Object, Object, Object> job, Known input, boolean inOrder) {
        Type type = groups.type();
        TupleGroup<Object, Object> output = groups.output(type);
        Functions.Fold reducer =
                new Functions.Fold(random.nextInt(Functions.Fold.KINDS), groups.keys(type, input.type()));
        job.and(output, reducer);
        model.add(all -> all.reduce(input.name(), inOrder, reducer, output.name()));
        groups.written(output, type, Placement.HASH, reducer.keys().kept(), 2 * input.most());
    }

    private Summary summary(Type values) {
        Summary any = Summary.values()[random.nextInt(Summary.values().length)];
        return any.accepts(values) ? any : Summary.DISTINCT;
    }

    private void aggregate() {
        Known input = groups.any(Known::hasKeysTogether);
        if (input != null) {
            summarized(input.group(), input.type(), summary(input.type()), input.most());
        }
    }

    private void summarized(TupleGroup<Object, Object> input, Type type, Summary summary, long most) {
        Type results = summary.results(type);
        TupleGroup<Object, Object> output = groups.output(results);
        ReduceJob<Object, Object, Object, Object> job = workflow.aggregate(input, output, summary.aggregator(type));
        model.add(all -> all.aggregate(input.name(), summary, output.name()));
        groups.written(output, results, groups.place(job, results), true, most);
    }

    private void mapAggregate() {
        Known input = groups.any();
        Type type = groups.type();
        Summary summary = summary(type);
        Type results = summary.results(type);
        TupleGroup<Object, Object> output = groups.output(results);
        Functions.Scatter mapper = scatter(input, groups.keys(type, input.type()));
        workflow.mapAggregate(input.group(), output, mapper, summary.aggregator(type));
        String between = output.name() + ".values";
        model.add(all -> all.map(input.name(), mapper, between));
        model.add(all -> all.aggregate(between, summary, output.name()));
        groups.written(output, results, Placement.HASH, true, input.most() * mapper.copies());
    }

    private void sort() {
        Known input = groups.any();
        TupleGroup<Object, Object> output = groups.output(input.type());
        workflow.sort(input.group(), output);
        model.add(all -> all.sort(input.name(), output.name()));
        groups.written(output, input.type(), Placement.RANGE, input.ordered(), input.most());
    }

    /** By processes that give back what they are given. */
    private void cat() {
        Known input = groups.any();
        TupleGroup<Object, Object> output = groups.output(input.type());
        Codec<Object> keys = output.keys();
        Codec<Object> values = output.values();
        JobOptions<Object, Object, ?> job;
        if (random.nextBoolean()) {
            ExecutableMapper<Object, Object, Object, Object> mapper =
                    Executables.mapper("cat").from(keys, values).to(keys, values);
            job = workflow.map(input.group(), output, random.nextBoolean() ? mapper.binary() : mapper.escaped());
        } else {
            ExecutableReducer<Object, Object, Object, Object> reducer =
                    Executables.reducer("cat").from(keys, values).to(keys, values);
            job = workflow.reduce(input.group(), output, random.nextBoolean() ? reducer.binary() : reducer.escaped());
        }
        model.add(all -> all.sort(input.name(), output.name()));
        groups.written(output, input.type(), groups.place(job, input.type()), input.ordered(), input.most());
    }

    private void loop() {
        Known current = groups.any();
        Type type = current.type();
        Type inner = groups.type();
        TupleGroup<Object, Object> between = groups.between(inner);
        TupleGroup<Object, Object> next = groups.output(type);
        int iterations = 1 + random.nextInt(4);
        Functions.Scatter mapper = scatter(current, groups.keys(inner));
        Functions.Fold fold = new Functions.Fold(random.nextInt(2), groups.keys(type));
        Loop loop = workflow.repeat(iterations, body -> {
                    body.map(current.group(), between, mapper);
                    body.reduce(between, next, fold);
                })
                .carry(next, current.group());
        boolean mayKeep = !current.group().temporary() && !next.temporary() && !next.memory();
        int kept = mayKeep && random.nextBoolean() && groups.keeps(current) ? 1 + random.nextInt(4) : 0;
        if (kept > 0) {
            loop.keep(kept);
        }
        long few = random.nextInt(100);
        loop.until(Until.atMost("keys", few), Until.atLeast("dropped", 5 * few));
        model.add(all -> {
            String read = current.name();
            boolean continues = true;
            List<List<Map.Entry<Object, Object>>> carried = new ArrayList<>();
            for (int i = 0; i < iterations && continues; i++) {
                all.counted("keys");
                all.counted("dropped");
                all.clear(between.name());
                all.map(read, mapper, between.name());
                all.clear(next.name());
                all.reduce(between.name(), false, fold, next.name());
                continues = all.counted("keys") > few && all.counted("dropped") < 5 * few;
                read = next.name();
                carried.add(all.tuples(read));
            }
            for (int done = Math.max(1, carried.size() - kept + 1); done < carried.size(); done++) {
                TupleGroup<Object, Object> iteration = type.group(current.name() + ".iteration-" + done);
                all.tuples(iteration.name()).addAll(carried.get(done - 1));
                groups.left().add(new Known(iteration, type, Placement.HASH, false, RandomGroups.MAX_KEYS));
            }
            all.rename(next.name(), current.name());
        });
        // Jobs after the loop test what the name of a carried group refers to there.
        groups.carried(groups.written(next, type, Placement.HASH, false, RandomGroups.MAX_KEYS), current);
    }
}
