package org.sss.server.task.side;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SideData;
import org.sss.api.SideTuples;
import org.sss.api.SssException;

/** A dropped side group of a replayed job: only accesses to it fail. Stateless. */
final class DroppedSideGroup<K, V> implements SideData<K, V> {
    private final String name;

    DroppedSideGroup(String name) {
        this.name = name;
    }

    private SssException gone() {
        return new SssException(
                ErrorCode.NOT_FOUND,
                "the job looks into group '" + name
                        + "', which was dropped; run the workflow again, and retain that group, to replay the job");
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

    @Override
    public SideTuples<K, V> scan(int part, int parts) {
        throw gone();
    }
}
