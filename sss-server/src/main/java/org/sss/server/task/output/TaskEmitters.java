package org.sss.server.task.output;

import org.sss.api.Emitter;
import org.sss.api.TupleGroup;
import org.sss.server.task.state.TaskState;

/** Where the functions of a task emit to. Used by the task's thread. */
public interface TaskEmitters {
    TaskState state();

    /** Of the job's first output, whose types the caller knows. */
    <K, V> Emitter<K, V> main();

    /** As {@link Emitter#to}. */
    <K, V> Emitter<K, V> to(TupleGroup<K, V> group);
}
