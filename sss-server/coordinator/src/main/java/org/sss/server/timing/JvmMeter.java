package org.sss.server.timing;

import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.List;
import org.sss.net.control.ThreadTimes.JvmCosts;

/**
 * What the JVM counts while a thread runs a task; start and end cost a microsecond together. Safepoints are not among
 * it: Java 17 does not export their time to modules. For one thread.
 */
public final class JvmMeter {
    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();
    /** Null in a JVM that does not count what threads allocate. */
    private static final ThreadMXBean ALLOCATION = allocation();

    private final JvmCosts before = now();

    private static ThreadMXBean allocation() {
        return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
                        && threads.isThreadAllocatedMemorySupported()
                        && threads.isThreadAllocatedMemoryEnabled()
                ? threads
                : null;
    }

    private static JvmCosts now() {
        long thread = Thread.currentThread().getId();
        ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(thread);
        return new JvmCosts(
                ALLOCATION == null ? 0 : ALLOCATION.getThreadAllocatedBytes(thread),
                gcMillis(),
                info == null ? 0 : info.getBlockedCount(),
                info == null ? -1 : info.getBlockedTime());
    }

    private static long gcMillis() {
        long sum = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            sum += Math.max(0, collector.getCollectionTime());
        }
        return sum;
    }

    /** Returns the costs since this was created. */
    public JvmCosts costs() {
        JvmCosts now = now();
        return new JvmCosts(
                now.allocatedBytes() - before.allocatedBytes(),
                now.gcMillis() - before.gcMillis(),
                now.blockedCount() - before.blockedCount(),
                blockedMillis(now));
    }

    /** Measuring may have been turned on or off in the meantime, which restarts it. */
    private long blockedMillis(JvmCosts now) {
        return before.blockedMillis() < 0 || now.blockedMillis() < before.blockedMillis()
                ? -1
                : now.blockedMillis() - before.blockedMillis();
    }
}
