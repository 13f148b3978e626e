package org.sss.server.task.side;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SideData;
import org.sss.api.SideTuples;
import org.sss.api.SssException;

/** A group of a job that is replayed, which is not there any more: only who looks into it has to know. Stateless. */
final class DroppedSideGroup<K, V> implements SideData<K, V> {
    private final String name;

    DroppedSideGroup(String name) {
        this.name = name;
    }

    private SssException gone() {
        return new SssException(ErrorCode.NOT_FOUND, "the job looks into group '" + name
                + "', which is not there any more; run the workflow again, and keep that group, to replay the job");
    }

    @Override
    public V get(K key) {
        throw gone();
    }

    @Override
    public List<V> getAll(K key) {
        throw gone();
    }

    @Override
    public List<List<V>> getAll(Collection<? extends K> keys) {
        throw gone();
    }

    @Override
    public Map<K, V> asMap() {
        throw gone();
    }

    @Override
    public Map<K, List<V>> asMultimap() {
        throw gone();
    }

    @Override
    public SideTuples<K, V> asTuples() {
        throw gone();
    }
}
