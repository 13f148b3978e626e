package org.sss.net.profile;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** The part of this node in one step of a shuffle. One thread. */
@Name("sss.ShuffleStep")
@Label("Shuffle Step")
@Category("SSS")
@StackTrace(false)
public final class ShuffleStepEvent extends Event {
    /** Workflow and job. */
    public String job;
    /** Of the shuffle. */
    public String method;

    public String step;
    /** The node that blocks are exchanged with; -1 if there is none. */
    public int partner;

    /** Bytes or blocks, as the method counts, since the shuffle started. */
    @Label("Moved So Far")
    public long moved;
}
