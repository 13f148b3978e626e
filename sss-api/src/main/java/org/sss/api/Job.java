package org.sss.api;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/** One Map or Reduce over groups. */
public sealed interface Job extends Serializable permits JobOptions {
    /** Name within the workflow, unique there: {@code map-1}, {@code reduce-2}, or as set by {@code named}. */
    String name();

    /** The groups whose tuples are handed to the functions; empty when all input comes from sources. */
    List<TupleGroup<?, ?>> inputs();

    /** The first one is that of {@link Emitter#emit}, further ones are those of {@link Emitter#to}. */
    List<TupleGroup<?, ?>> outputs();

    /** Groups that the functions look into, see {@link TaskContext#side}. */
    List<TupleGroup<?, ?>> sideGroups();

    /** What {@link TaskContext#parameter} gives, apart from the parameters of the workflow. */
    Map<String, String> parameters();
}
