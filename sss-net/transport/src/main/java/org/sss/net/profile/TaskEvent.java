package org.sss.net.profile;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** One attempt of a task. One thread. */
@Name("sss.Task")
@Label("Task")
@Category("SSS")
@StackTrace(false)
public final class TaskEvent extends Event {
    public String workflow;
    public String job;
    /** MAP, REDUCE and so on. */
    public String kind;
    /** Number of the task: its subgroup, or a split. */
    public int task;

    public int attempt;

    @Label("Tuples Read")
    public long tuplesRead;

    @Label("Bytes Read")
    @DataAmount
    public long bytesRead;

    @Label("Tuples Emitted")
    public long tuplesEmitted;

    @Label("Bytes Emitted")
    @DataAmount
    public long bytesEmitted;

    public boolean succeeded;
}
