package org.sss.api;

import java.util.List;

/** Whether groups can be walked side by side, and each of their values be decoded once. Stateless. */
final class JoinTypes {
    private JoinTypes() {
    }

    /**
     * Keys meet by their bytes, and one codec decodes those of all groups.
     *
     * @throws SssException {@link ErrorCode#TYPE_MISMATCH}
     */
    static void checkKeys(String job, List<? extends TupleGroup<?, ?>> groups) {
        TupleGroup<?, ?> first = groups.get(0);
        for (TupleGroup<?, ?> group : groups) {
            boolean encoded = Codecs.isEncoded(first.keys()) && Codecs.isEncoded(group.keys());
            if (!encoded && !group.keys().name().equals(first.keys().name())) {
                throw new SssException(ErrorCode.TYPE_MISMATCH, "job '" + job + "' reads group '" + first.name() + "' with keys of type '"
                        + first.keys().name() + "' side by side with group '" + group.name() + "' with keys of type '" + group.keys().name()
                        + "', but keys meet by their bytes; let a Map write one of them with the keys of the other,"
                        + " or take the keys of all as Codecs.encoded(...)");
            }
        }
    }

    /**
     * Of a group that is joined with itself each value is decoded once.
     *
     * @throws SssException {@link ErrorCode#TYPE_MISMATCH}
     */
    static void checkItself(String job, TupleGroup<?, ?> left, TupleGroup<?, ?> right) {
        checkKeys(job, List.of(left, right));
        Codec<?> one = left.values();
        Codec<?> other = right.values();
        if (!givesTheSame(one, other)) {
            throw new SssException(ErrorCode.TYPE_MISMATCH, "job '" + job + "' joins group '" + left.name() + "' with itself, as values of "
                    + text(one) + " and of " + text(other) + ", but its values are decoded once; take the same codec on both sides,"
                    + " or let a Map write a copy of the group");
        }
    }

    /** Two codecs of one class and name are taken for the same unless they say otherwise: those of users need not have an equals. */
    private static boolean givesTheSame(Codec<?> one, Codec<?> other) {
        boolean saysOtherwise = one instanceof RecordCodec;
        return one.equals(other) || !saysOtherwise && one.getClass() == other.getClass() && one.name().equals(other.name());
    }

    private static String text(Codec<?> codec) {
        return "type '" + codec.name() + "' (" + codec.getClass().getName() + ")";
    }
}
