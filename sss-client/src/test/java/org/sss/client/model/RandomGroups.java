package org.sss.client.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.sss.api.Compression;
import org.sss.api.DeadLetter;
import org.sss.api.JobOptions;
import org.sss.api.OnError;
import org.sss.api.Partitioners;
import org.sss.api.TupleGroup;

/** The groups of a random workflow: which there are to be read, and which are compared in the end. One thread. */
final class RandomGroups {
    static final long MAX_TUPLES = 150_000;
    static final int MAX_KEYS = 2_000;

    /** Where keys are; ANYWHERE: not each key in one subgroup. */
    enum Placement {
        HASH,
        BY_KEY,
        RANGE,
        ANYWHERE
    }

    /**
     * A group that may be read.
     *
     * @param ordered whether it is known in which order the values of a key come
     * @param most    tuples that it has at most
     */
    record Known(TupleGroup<Object, Object> group, Type type, Placement placement, boolean ordered, long most) {
        boolean hasKeysTogether() {
            return placement != Placement.ANYWHERE;
        }

        String name() {
            return group.name();
        }
    }

    private final Random random;
    private final String prefix;
    private final Map<String, Known> known = new LinkedHashMap<>();
    private final List<Known> left = new ArrayList<>();
    private final Map<String, Type> dead = new LinkedHashMap<>();
    private final List<TupleGroup<Object, Object>> replaced = new ArrayList<>();
    private final Set<String> keeping = new HashSet<>();
    private int count;

    RandomGroups(Random random, String prefix, List<Known> inputs) {
        this.random = random;
        this.prefix = prefix;
        inputs.forEach(input -> known.put(input.name(), input));
    }

    /** Groups of what failed, by name, with the types of what was read. */
    Map<String, Type> dead() {
        return dead;
    }

    /** True for each group once, and not for those of an earlier workflow, so that iterations have different names. */
    boolean keeps(Known current) {
        return current.name().startsWith(prefix) && keeping.add(current.name());
    }

    /** Names of groups that exist before they are written. */
    List<TupleGroup<Object, Object>> replaced() {
        return replaced;
    }

    /**
     * Lets a job continue when a function throws. Returns the name of the group of dead letters, which may not exist.
     */
    String dead(JobOptions<?, ?, ?> job, Type input) {
        String name = prefix + "-" + ++count + ".dead";
        if (random.nextBoolean()) {
            job.onError(OnError.skip(Long.MAX_VALUE));
        } else {
            job.deadLetters(DeadLetter.group(name));
            dead.put(name, input);
        }
        return name;
    }

    /** What is compared in the end, as it was written. */
    List<Known> left() {
        return left;
    }

    Known any() {
        return any(group -> true);
    }

    /** Null when there is none such. */
    Known any(Predicate<Known> which) {
        List<Known> all = known.values().stream().filter(which).toList();
        return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
    }

    Type type() {
        return Type.any(random);
    }

    Keys keys(Type type) {
        return new Keys(type, 1 + random.nextInt(random.nextBoolean() ? 10 : MAX_KEYS), false);
    }

    /** Sometimes those of the input, as far as the types allow. */
    Keys keys(Type type, Type input) {
        Keys any = keys(type);
        return new Keys(type, any.count(), type.keys() == input.keys() && random.nextBoolean());
    }

    /** An output that is left or not, compressed or not, in memory or not. */
    TupleGroup<Object, Object> output(Type type) {
        TupleGroup<Object, Object> group = sometimesInMemory(random, type.group(prefix + "-" + ++count));
        group = random.nextInt(4) == 0
                ? group.compressed(random.nextBoolean() ? Compression.LZ4 : Compression.ZSTD)
                : group;
        if (random.nextInt(6) == 0) {
            replaced.add(group);
            return group.replacing();
        }
        return random.nextInt(3) == 0 ? group.asTemporary() : group;
    }

    /** For what nothing else reads than what comes next. */
    TupleGroup<Object, Object> between(Type type) {
        return sometimesInMemory(random, type.group(prefix + "-" + ++count).asTemporary());
    }

    static TupleGroup<Object, Object> sometimesInMemory(Random random, TupleGroup<Object, Object> group) {
        return random.nextInt(5) == 0 ? group.inMemory() : group;
    }

    /** From now on a group may be read. */
    Known written(TupleGroup<Object, Object> group, Type type, Placement placement, boolean ordered, long most) {
        Known written = new Known(group, type, placement, ordered && placement != Placement.ANYWHERE, most);
        known.put(group.name(), written);
        if (!group.temporary()) {
            left.add(written);
        }
        return written;
    }

    /** From now on another one is read under the name of {@code current}. */
    void carried(Known next, Known current) {
        known.put(
                current.name(),
                new Known(current.group(), current.type(), next.placement(), next.ordered(), next.most()));
    }

    /** Sometimes places the output of a job by another rule than the hash. */
    Placement place(JobOptions<Object, Object, ?> job, Type type) {
        switch (random.nextInt(12)) {
            case 0 -> job.partitionBy(Partitioners.roundRobin());
            case 1 -> job.partitionBy(Partitioners.local());
            case 2 -> job.partitionBy(Partitioners.shifted(random.nextInt(5) - 2));
            case 3, 4 -> {
                job.partitionBy(new Functions.ByKey());
                return Placement.BY_KEY;
            }
            case 5 -> {
                return placeByRange(job, type);
            }
            default -> {
                return Placement.HASH;
            }
        }
        return Placement.ANYWHERE;
    }

    private Placement placeByRange(JobOptions<Object, Object, ?> job, Type type) {
        Known like = any(group -> group.type().keys() == type.keys());
        if (like == null) {
            return Placement.HASH;
        }
        job.partitionBy(Partitioners.range(like.group()));
        return Placement.RANGE;
    }
}
