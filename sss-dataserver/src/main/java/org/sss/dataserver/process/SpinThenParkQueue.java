package org.sss.dataserver.process;

import java.util.concurrent.LinkedBlockingQueue;
import org.sss.net.transport.SpinThenPark;

/** The queue of threads that look for work for a while before they sleep. Thread-safe. */
public final class SpinThenParkQueue extends LinkedBlockingQueue<Runnable> {
    private static final long serialVersionUID = 1;

    private final transient ThreadLocal<SpinThenPark> lingerings = ThreadLocal.withInitial(SpinThenPark::new);

    @Override
    public Runnable take() throws InterruptedException {
        SpinThenPark lingering = lingerings.get();
        Runnable work = poll();
        while (work == null) {
            work = lingering.looksAgain() ? poll() : super.take();
        }
        lingering.found();
        return work;
    }
}
