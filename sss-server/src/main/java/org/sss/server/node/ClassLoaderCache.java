package org.sss.server.node;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.control.TaskSpec;

/**
 * Classes of workflows that no task uses now, for the next workflow with the same jars: Java has compiled them for the processor. Only
 * such as have no {@linkplain org.sss.server.code.JobCode#state state}, unless both workflows allow it. Thread-safe.
 */
final class ClassLoaderCache implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClassLoaderCache.class);
    private static final int MAX_SPARES = 4;
    private static final long MAX_MINUTES = 10;

    /** The oldest first. Guarded by this. */
    private final List<LoadedCode> spares = new ArrayList<>();

    /** Takes over what nobody uses any more. */
    synchronized void offer(LoadedCode code) {
        Optional<String> state = code.code().state();
        if (code.code().isShared() || state.isPresent() && !code.mayKeepState()) {
            state.ifPresent(where -> LOG.debug("workflow {}: the next one gets its classes anew, as they may keep state: {}", code.workflow(), where));
            code.close();
            return;
        }
        spares.add(code.spare());
        if (spares.size() > MAX_SPARES) {
            spares.remove(0).close();
        }
    }

    /** What the task may use, the latest first, or null. */
    synchronized LoadedCode take(TaskSpec spec) {
        for (int i = spares.size() - 1; i >= 0; i--) {
            if (spares.get(i).mayBeOf(spec) && (LoadedCode.mayKeepState(spec) || !spares.get(i).mayKeepState())) {
                return spares.remove(i).of(spec);
            }
        }
        return null;
    }

    synchronized void forgetOld() {
        for (Iterator<LoadedCode> all = spares.iterator(); all.hasNext();) {
            LoadedCode spare = all.next();
            if (spare.isOlderThan(MAX_MINUTES, TimeUnit.MINUTES)) {
                all.remove();
                spare.close();
            }
        }
    }

    synchronized boolean isEmpty() {
        return spares.isEmpty();
    }

    @Override
    public synchronized void close() {
        spares.forEach(LoadedCode::close);
        spares.clear();
    }
}
