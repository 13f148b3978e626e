package org.sss.server.node.code;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.control.TaskSpec;

/**
 * Caches the loaded classes of ended workflows for the next workflow with the same jars, since Java has compiled them
 * already. Classes with {@linkplain org.sss.server.code.JobCode#state state} are cached only if both workflows allow
 * it. Thread-safe.
 */
final class ClassLoaderCache implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClassLoaderCache.class);
    private static final int MAX_SPARES = 4;
    private static final long MAX_MINUTES = 10;

    /** Oldest first. Guarded by this. */
    private final List<LoadedCode> spares = new ArrayList<>();

    /** Takes over code that is no longer in use: caches or closes it. */
    synchronized void offer(LoadedCode code) {
        Optional<String> state = code.code().state();
        if (code.code().isShared() || state.isPresent() && !code.mayKeepState()) {
            state.ifPresent(where -> LOG.debug(
                    "workflow {}: its classes are not reused, as they may have state: {}", code.workflow(), where));
            code.close();
            return;
        }
        spares.add(code.spare());
        if (spares.size() > MAX_SPARES) {
            spares.remove(0).close();
        }
    }

    /** Removes and returns the newest code that the task may use, or null. */
    synchronized LoadedCode take(TaskSpec spec) {
        for (int i = spares.size() - 1; i >= 0; i--) {
            if (spares.get(i).mayBeOf(spec)
                    && (LoadedCode.mayKeepState(spec) || !spares.get(i).mayKeepState())) {
                return spares.remove(i).of(spec);
            }
        }
        return null;
    }

    synchronized void forgetOld() {
        for (Iterator<LoadedCode> all = spares.iterator(); all.hasNext(); ) {
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
