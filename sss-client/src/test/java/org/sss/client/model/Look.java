package org.sss.client.model;

import static org.sss.client.model.Type.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.SideData;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;

/** Emits for each tuple something that depends on what another group has, in any order. Used by one thread. */
final class Look implements Mapper<Object, Object, Object, Object> {
    private static final long serialVersionUID = 1L;
    private static final int TOGETHER = 300;

    /** How it looks. */
    enum How {
        EACH,
        TOGETHER,
        MAP,
        TUPLES
    }

    private final TupleGroup<Object, Object> group;
    private final Keys wanted;
    private final How how;
    private final Keys keys;
    private transient SideData<Object, Object> side;
    private transient Map<Object, List<Object>> map;
    private transient List<Map.Entry<Object, Object>> waiting;

    /** @param wanted the keys that it looks for */
    Look(TupleGroup<Object, Object> group, Keys wanted, How how, Keys keys) {
        this.group = group;
        this.wanted = wanted;
        this.how = how;
        this.keys = keys;
    }

    @Override
    public void setup(TaskContext context) {
        side = context.side(group);
        map = how == How.MAP ? side.asMultimap() : null;
        waiting = new ArrayList<>();
    }

    @Override
    public void map(Object key, Object value, Emitter<Object, Object> out) throws Exception {
        Object looked = wanted.type().key(number(key) + number(value), wanted.count());
        switch (how) {
            case EACH -> emit(key, value, sum(side.getAll(looked)), out);
            case MAP -> emit(key, value, sum(map.getOrDefault(looked, List.of())), out);
            case TUPLES -> emit(key, value, sumWhere(looked), out);
            default -> {
                waiting.add(Map.entry(Kind.kept(key), Kind.kept(value)));
                if (waiting.size() == TOGETHER) {
                    emitWaiting(out);
                }
            }
        }
    }

    private long sumWhere(Object looked) throws Exception {
        long[] sum = {0};
        side.asTuples().forEach((key, value) -> sum[0] += key.equals(looked) ? 1 + number(value) : 0);
        return sum[0];
    }

    @Override
    public void close(Emitter<Object, Object> out) {
        emitWaiting(out);
    }

    private void emitWaiting(Emitter<Object, Object> out) {
        List<List<Object>> found = side.getAll(waiting.stream()
                .map(tuple -> wanted.type().key(number(tuple.getKey()) + number(tuple.getValue()), wanted.count()))
                .toList());
        for (int i = 0; i < waiting.size(); i++) {
            emit(waiting.get(i).getKey(), waiting.get(i).getValue(), sum(found.get(i)), out);
        }
        waiting.clear();
    }

    private static long sum(List<Object> values) {
        return values.stream().mapToLong(value -> 1 + number(value)).sum();
    }

    private void emit(Object key, Object value, long found, Emitter<Object, Object> out) {
        out.emit(keys.of(key, number(key) + found), keys.value(number(value) + found));
    }
}
