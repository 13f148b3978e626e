package org.sss.server.task.output;

import org.sss.api.Emitter;
import org.sss.api.TupleGroup;
import org.sss.server.task.state.TaskState;

/** The emitters for the functions of a task. For the task's thread. */
public interface TaskEmitters {
    TaskState state();

    /** Returns the emitter of the job's first output, whose types the caller knows. */
    <K, V> Emitter<K, V> main();

    /** Same as {@link Emitter#to}. */
    <K, V> Emitter<K, V> to(TupleGroup<K, V> group);
}
