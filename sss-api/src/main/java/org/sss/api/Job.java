package org.sss.api;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/** A Map, Reduce or co-group over groups. */
public sealed interface Job extends Serializable permits JobOptions {
    /**
     * Returns the name of the job, unique within the workflow: {@code map-1}, {@code reduce-2}, or as set by
     * {@code named}.
     */
    String name();

    /** Returns the groups whose tuples are passed to the functions; empty if all input comes from sources. */
    List<TupleGroup<?, ?>> inputs();

    /** Returns the output groups. {@link Emitter#emit} writes to the first, {@link Emitter#to} to the further ones. */
    List<TupleGroup<?, ?>> outputs();

    /** Returns the groups that the functions look up keys in, see {@link TaskContext#side}. */
    List<TupleGroup<?, ?>> sideGroups();

    /** Returns the parameters of this job for {@link TaskContext#parameter}, without those of the workflow. */
    Map<String, String> parameters();
}
