package org.sss.net.profile;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** One commit of a group on this node. One thread. */
@Name("sss.Commit")
@Label("Commit")
@Category("SSS")
@StackTrace(false)
public final class CommitEvent extends Event {
    /** Number of the group. */
    public long group;

    public int segments;
    public long tuples;

    @DataAmount
    public long bytes;
}
