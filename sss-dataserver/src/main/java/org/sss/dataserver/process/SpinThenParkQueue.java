package org.sss.dataserver.process;

import java.util.concurrent.LinkedBlockingQueue;
import org.sss.net.transport.SpinThenPark;

/** A queue whose consumers spin for a while before they park. Thread-safe. */
public final class SpinThenParkQueue extends LinkedBlockingQueue<Runnable> {
    private static final long serialVersionUID = 1;

    private final transient ThreadLocal<SpinThenPark> spins = ThreadLocal.withInitial(SpinThenPark::new);

    @Override
    public Runnable take() throws InterruptedException {
        SpinThenPark spin = spins.get();
        Runnable work = poll();
        while (work == null) {
            work = spin.pollsAgain() ? poll() : super.take();
        }
        spin.found();
        return work;
    }
}
