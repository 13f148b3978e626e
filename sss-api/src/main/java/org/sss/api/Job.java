package org.sss.api;

import java.io.Serializable;
import java.util.List;

/** One Map or Reduce over a group. */
public sealed interface Job extends Serializable permits MapJob, ReduceJob {
    /** Name within the workflow, unique there: {@code map-1}, {@code reduce-2}, or as set by {@code named}. */
    String name();

    List<TupleGroup<?, ?>> inputs();

    List<TupleGroup<?, ?>> outputs();
}
