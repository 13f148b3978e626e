package org.sss.net.profile;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A merge of buffered runs of a subgroup into one, during a commit. One thread. */
@Name("sss.Merge")
@Label("Merge")
@Category("SSS")
@StackTrace(false)
public final class MergeEvent extends Event {
    /** Group and subgroup. */
    public String subgroup;

    public int runs;
    public long tuples;

    @DataAmount
    public long bytes;
}
