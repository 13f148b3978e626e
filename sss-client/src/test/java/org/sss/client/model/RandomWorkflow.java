package org.sss.client.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.JoinKind;
import org.sss.api.MapJob;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** A random graph of jobs, as a workflow and as what a model does for each of them. One thread. */
final class RandomWorkflow {
    /** A job in the model. */
    interface ModelJob {
        void run(ModelGroups groups) throws Exception;
    }

    final Workflow workflow;
    final List<ModelJob> model = new ArrayList<>();
    /** What may be read, and whether its keys are text. */
    private final Map<TupleGroup<Object, Long>, Boolean> known = new LinkedHashMap<>();
    /** What is compared in the end. */
    final List<TupleGroup<Object, Long>> left = new ArrayList<>();
    private final Random random;
    private final String prefix;
    private int count;

    RandomWorkflow(Random random, String prefix, Map<TupleGroup<Object, Long>, Boolean> inputs) {
        this.random = random;
        this.prefix = prefix;
        known.putAll(inputs);
        workflow = Workflow.named(prefix);
        int jobs = 1 + random.nextInt(7);
        for (int i = 0; i < jobs; i++) {
            add();
        }
    }

    private void add() {
        switch (random.nextInt(6)) {
            case 0 -> map();
            case 1 -> split();
            case 2 -> mapAndSum();
            case 3 -> reduce();
            case 4 -> join();
            default -> loop();
        }
    }

    @SuppressWarnings("unchecked")
    static TupleGroup<Object, Long> group(String name, boolean text) {
        Codec<?> keys = text ? Codecs.STRING : Codecs.LONG;
        return (TupleGroup<Object, Long>) TupleGroup.of(name, keys, Codecs.LONG);
    }

    private TupleGroup<Object, Long> output(boolean text) {
        TupleGroup<Object, Long> group = group(prefix + "-" + ++count, text);
        if (random.nextInt(3) == 0) {
            return group.asTemporary();
        }
        left.add(group);
        return group;
    }

    private TupleGroup<Object, Long> any() {
        List<TupleGroup<Object, Long>> all = List.copyOf(known.keySet());
        return all.get(random.nextInt(all.size()));
    }

    private int keys() {
        return 1 + random.nextInt(random.nextBoolean() ? 10 : 2_000);
    }

    private Functions.Scatter scatter(boolean text) {
        return new Functions.Scatter(random.nextInt(3), keys(), text, random.nextInt(5));
    }

    private void map() {
        boolean text = random.nextBoolean();
        TupleGroup<Object, Long> output = output(text);
        TupleGroup<Object, Long> input = any();
        Functions.Scatter first = scatter(text);
        MapJob<Object, Long> job = workflow.map(input, output, first);
        model.add(groups -> groups.map(input.name(), first, output.name()));
        TupleGroup<Object, Long> other = any();
        if (random.nextBoolean() && !other.name().equals(input.name())) {
            Functions.Scatter second = scatter(text);
            job.from(other, second);
            model.add(groups -> groups.map(other.name(), second, output.name()));
        }
        known.put(output, text);
    }

    private void split() {
        boolean text = random.nextBoolean();
        TupleGroup<Object, Long> input = any();
        TupleGroup<Object, Long> output = output(text);
        TupleGroup<Object, Long> second = output(text);
        Functions.Split mapper = new Functions.Split(keys(), text, second);
        workflow.map(input, output, mapper).alsoTo(second);
        model.add(groups -> groups.map(input.name(), mapper, output.name()));
        known.put(output, text);
        known.put(second, text);
    }

    private void mapAndSum() {
        boolean text = random.nextBoolean();
        TupleGroup<Object, Long> input = any();
        TupleGroup<Object, Long> between = group(prefix + "-" + ++count, text).asTemporary();
        TupleGroup<Object, Long> output = output(text);
        Functions.Scatter mapper = scatter(text);
        Functions.Fold sum = new Functions.Fold(0, keys(), text);
        workflow.map(input, between, mapper).combine(Combiner.sumLong());
        workflow.reduce(between, output, sum);
        model.add(groups -> groups.map(input.name(), mapper, between.name()));
        model.add(groups -> groups.reduce(between.name(), sum, output.name()));
        known.put(output, text);
    }

    private void reduce() {
        boolean text = random.nextBoolean();
        TupleGroup<Object, Long> input = any();
        TupleGroup<Object, Long> output = output(text);
        Functions.Fold fold = new Functions.Fold(random.nextInt(3), keys(), text);
        workflow.reduce(input, output, fold);
        model.add(groups -> groups.reduce(input.name(), fold, output.name()));
        known.put(output, text);
    }

    /** Of one key each, so that there are not too many pairs. */
    private void join() {
        TupleGroup<Object, Long> first = any();
        TupleGroup<Object, Long> second = any();
        if (!known.get(first).equals(known.get(second)) || first.name().equals(second.name())) {
            reduce();
            return;
        }
        TupleGroup<Object, Long> left = summed(first);
        TupleGroup<Object, Long> right = summed(second);
        boolean text = random.nextBoolean();
        TupleGroup<Object, Long> output = output(text);
        JoinKind kind = JoinKind.values()[random.nextInt(3)];
        Functions.Pair joiner = new Functions.Pair(keys(), text);
        workflow.join(left, right, output, kind, joiner);
        model.add(groups -> groups.join(left.name(), right.name(), kind, joiner, output.name()));
        known.put(output, text);
    }

    private TupleGroup<Object, Long> summed(TupleGroup<Object, Long> input) {
        boolean text = known.get(input);
        TupleGroup<Object, Long> output = group(prefix + "-" + ++count, text).asTemporary();
        Functions.Fold sum = new Functions.Fold(0, 500, text);
        workflow.reduce(input, output, sum);
        model.add(groups -> groups.reduce(input.name(), sum, output.name()));
        return output;
    }

    private void loop() {
        TupleGroup<Object, Long> current = any();
        boolean text = known.get(current);
        TupleGroup<Object, Long> between = group(prefix + "-" + ++count, text).asTemporary();
        TupleGroup<Object, Long> next = output(text);
        int iterations = 1 + random.nextInt(4);
        Functions.Scatter mapper = new Functions.Scatter(1 + random.nextInt(2), keys(), text, random.nextInt(20));
        Functions.Fold fold = new Functions.Fold(random.nextInt(2), keys(), text);
        workflow.repeat(iterations, body -> {
            body.map(current, between, mapper);
            body.reduce(between, next, fold);
        }).carry(next, current);
        model.add(groups -> {
            String read = current.name();
            for (int i = 0; i < iterations; i++) {
                groups.clear(between.name());
                groups.map(read, mapper, between.name());
                groups.clear(next.name());
                groups.reduce(between.name(), fold, next.name());
                read = next.name();
            }
            groups.rename(next.name(), current.name());
        });
        // What current means behind the loop is tested by jobs that read it.
        known.put(next, text);
    }
}
