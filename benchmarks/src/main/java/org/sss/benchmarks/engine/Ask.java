package org.sss.benchmarks.engine;

import java.io.Serializable;

/**
 * What the process of a {@link HostLink} does with its object: a lambda or a method reference, as both processes have
 * the same classes.
 *
 * @param <H> the object of that process
 * @param <R> the answer, which is serializable or null
 */
@FunctionalInterface
public interface Ask<H, R> extends Serializable {
    R of(H host) throws Exception;
}
