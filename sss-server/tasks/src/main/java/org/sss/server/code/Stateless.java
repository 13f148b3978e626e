package org.sss.server.code;

import java.io.Externalizable;
import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Job;
import org.sss.api.JobOptions;
import org.sss.api.MapJob;
import org.sss.api.Output;
import org.sss.api.ReduceJob;
import org.sss.api.TupleGroup;

/**
 * Detects jobs whose functions have no fields: lambdas without captured variables, for which Java itself creates a
 * single object, and objects of classes without fields. Tasks may share such a job, which saves reading it for each
 * task. All others are assumed to have state between calls. Stateless.
 */
public final class Stateless {
    private static final Set<Codec<?>> CODECS =
            Set.of(Codecs.STRING, Codecs.LONG, Codecs.INT, Codecs.DOUBLE, Codecs.BYTES, Codecs.BYTE_ARRAY);
    private static final Set<String> READS = Set.of("readObject", "readObjectNoData", "readResolve");
    private static final ClassValue<Boolean> IS_CODE = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isCode(type);
        }
    };

    private Stateless() {}

    /** Returns whether all tasks may share {@code job}. */
    public static boolean is(Job job) {
        return job instanceof JobOptions<?, ?, ?> options
                && outputs(options).allMatch(Stateless::isPlain)
                && options.placedInputs().isEmpty()
                && functions(job).allMatch(Stateless::isCode)
                && groups(options).allMatch(Stateless::isPlain);
    }

    /** Returns the functions of a job; null for an unknown one. */
    private static Stream<Object> functions(Job job) {
        if (job instanceof MapJob<?, ?> map) {
            return map.from().stream().map(input -> input.source() == null ? input.mapper() : null);
        }
        if (job instanceof ReduceJob<?, ?, ?, ?> reduce) {
            return Stream.concat(
                    Stream.of(reduce.reducer()), reduce.further().stream().map(ReduceJob.Further::reducer));
        }
        return Stream.of((Object) null);
    }

    private static Stream<TupleGroup<?, ?>> groups(JobOptions<?, ?, ?> job) {
        return Stream.of(job.inputs(), job.outputs(), job.sideGroups()).flatMap(List::stream);
    }

    private static Stream<Output<?, ?>> outputs(JobOptions<?, ?, ?> job) {
        return IntStream.range(0, job.outputs().size()).mapToObj(job::outputAt);
    }

    private static boolean isPlain(Output<?, ?> output) {
        return output.partitioner() == null && (output.combiner() == null || isCode(output.combiner()));
    }

    private static boolean isPlain(TupleGroup<?, ?> group) {
        return CODECS.contains(group.keys()) && CODECS.contains(group.values());
    }

    private static boolean isCode(Object function) {
        return function != null && IS_CODE.get(function.getClass());
    }

    /** Captured variables of a lambda are fields of its hidden class. */
    private static boolean isCode(Class<?> type) {
        try {
            for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
                if (hasField(each) || !type.isHidden() && isReadByOwnCode(each)) {
                    return false;
                }
            }
            return true;
        } catch (LinkageError e) {
            return false; // the type of a field or parameter is missing, which may not matter to the job
        }
    }

    private static boolean hasField(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields()).anyMatch(field -> !Modifier.isStatic(field.getModifiers()));
    }

    /** Returns whether code of the user runs whenever an object is read. */
    private static boolean isReadByOwnCode(Class<?> type) {
        return Externalizable.class.isAssignableFrom(type)
                || !Serializable.class.isAssignableFrom(type)
                || Arrays.stream(type.getDeclaredMethods()).anyMatch(method -> READS.contains(method.getName()));
    }
}
