package org.sss.api;

import java.util.Objects;

/**
 * Implements a join as a co-group of two groups: emits all pairs of values of a key. Right values are iterated again
 * for each left value.
 */
final class JoinCoGrouper<K, A, B, K2, V2> implements CoGrouper<K, K2, V2> {
    private static final long serialVersionUID = 1L;

    private final TupleGroup<K, A> left;
    private final TupleGroup<K, B> right;
    private final JoinKind kind;
    private final Joiner<K, A, B, K2, V2> joiner;

    JoinCoGrouper(TupleGroup<K, A> left, TupleGroup<K, B> right, JoinKind kind, Joiner<K, A, B, K2, V2> joiner) {
        this.left = left;
        this.right = right;
        this.kind = Objects.requireNonNull(kind, "kind");
        this.joiner = Objects.requireNonNull(joiner, "joiner");
    }

    @Override
    public void setup(TaskContext context) throws Exception {
        joiner.setup(context);
    }

    @Override
    public void coGroup(K key, CoValues values, Emitter<K2, V2> out) throws Exception {
        boolean hasLeft = values.has(left);
        boolean hasRight = values.has(right);
        if (hasLeft && hasRight) {
            joinPairs(key, values.of(left), values.of(right), out);
        } else if (hasLeft && kind.takesLeftAlone()) {
            for (A a : values.of(left)) {
                joiner.join(key, a, null, out);
            }
        } else if (hasRight && kind.takesRightAlone()) {
            for (B b : values.of(right)) {
                joiner.join(key, null, b, out);
            }
        }
    }

    private void joinPairs(K key, Iterable<A> lefts, Iterable<B> rights, Emitter<K2, V2> out) throws Exception {
        for (A a : lefts) {
            for (B b : rights) {
                joiner.join(key, a, b, out);
            }
        }
    }

    @Override
    public void close(Emitter<K2, V2> out) throws Exception {
        joiner.close(out);
    }
}
