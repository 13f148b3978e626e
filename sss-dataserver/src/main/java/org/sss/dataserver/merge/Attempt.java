package org.sss.dataserver.merge;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;

/**
 * One try of a writer to fill a group, on this node: streaming while it has open streams, then finished; failed
 * permanently when one of its streams fails or the attempt is aborted. A new try with the same id is a new object.
 * Thread-safe.
 */
public final class Attempt {
    private final AttemptId id;
    private final Set<OpenStream> streams = new HashSet<>(); // guarded by this
    private Stored stored = Stored.NONE; // guarded by this
    private SssException failure; // guarded by this

    /** A stream that fills the attempt. */
    public interface OpenStream {
        /** Called when the attempt has failed. */
        void failedWith(SssException cause);
    }

    public Attempt(AttemptId id) {
        this.id = id;
    }

    public AttemptId id() {
        return id;
    }

    /** Returns false if the attempt has failed already. */
    public synchronized boolean add(OpenStream stream) {
        return failure == null && streams.add(stream);
    }

    /** Records the success of {@code stream}; returns false if the attempt failed before. */
    public synchronized boolean finish(OpenStream stream, Stored ofStream) {
        boolean ended = failure == null && streams.remove(stream);
        if (ended) {
            stored = stored.plus(ofStream);
        }
        return ended;
    }

    /** Returns the totals that its finished streams reported. */
    public synchronized Stored stored() {
        return stored;
    }

    public synchronized boolean isStreaming() {
        return failure == null && !streams.isEmpty();
    }

    /** Returns the reason of its failure, or null. */
    public synchronized SssException failure() {
        return failure;
    }

    /** Fails the attempt; returns its open streams, which the caller must notify, or null if it had failed before. */
    public synchronized List<OpenStream> fail(SssException cause) {
        if (failure != null) {
            return null;
        }
        failure = cause;
        List<OpenStream> open = List.copyOf(streams);
        streams.clear();
        return open;
    }
}
