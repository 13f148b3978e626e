package org.sss.server.code;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Job;
import org.sss.api.JobOptions;
import org.sss.api.MapJob;
import org.sss.api.ReduceJob;
import org.sss.api.TupleGroup;

/**
 * Tells jobs whose functions are lambdas that capture nothing, of which Java itself makes one object for all: tasks may share such
 * a job. All others are taken to remember something from call to call. Stateless.
 */
public final class Stateless {
    private static final Set<Codec<?>> CODECS = Set.of(Codecs.STRING, Codecs.LONG, Codecs.INT, Codecs.DOUBLE, Codecs.BYTES,
            Codecs.BYTE_ARRAY);

    private Stateless() {
    }

    /** Whether all tasks may use one and the same {@code job} at once. */
    public static boolean is(Job job) {
        return job instanceof JobOptions<?, ?, ?> options && options.partitioner() == null && functions(job).allMatch(Stateless::isCode)
                && (options.combiner() == null || isCode(options.combiner())) && groups(options).allMatch(Stateless::isPlain);
    }

    /** With a null for what is unknown here. */
    private static Stream<Object> functions(Job job) {
        if (job instanceof MapJob<?, ?> map) {
            return map.from().stream().map(input -> input.source() == null ? input.mapper() : null);
        }
        if (job instanceof ReduceJob<?, ?, ?, ?> reduce) {
            return Stream.concat(Stream.of(reduce.reducer()), reduce.further().stream().map(ReduceJob.Further::reducer));
        }
        return Stream.of((Object) null);
    }

    private static Stream<TupleGroup<?, ?>> groups(JobOptions<?, ?, ?> job) {
        return Stream.of(job.inputs(), job.outputs(), job.sideGroups()).flatMap(List::stream);
    }

    private static boolean isPlain(TupleGroup<?, ?> group) {
        return CODECS.contains(group.keys()) && CODECS.contains(group.values());
    }

    /** What a lambda captures are fields of its class, which is a hidden one. */
    private static boolean isCode(Object function) {
        return function != null && function.getClass().isHidden() && Arrays.stream(function.getClass().getDeclaredFields())
                .allMatch(field -> Modifier.isStatic(field.getModifiers()));
    }
}
