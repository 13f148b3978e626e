package org.sss.api;

import java.util.List;

/** Checks the types of groups that are co-grouped or joined. Stateless. */
final class JoinTypes {
    private JoinTypes() {}

    /**
     * Checks that all groups have the same key type: keys are compared by their bytes, and one codec decodes them all.
     *
     * @throws SssException {@link ErrorCode#TYPE_MISMATCH}
     */
    static void checkKeys(String job, List<? extends TupleGroup<?, ?>> groups) {
        TupleGroup<?, ?> first = groups.get(0);
        for (TupleGroup<?, ?> group : groups) {
            boolean encoded = Codecs.isEncoded(first.keys()) && Codecs.isEncoded(group.keys());
            if (!encoded && !group.keys().name().equals(first.keys().name())) {
                throw new SssException(
                        ErrorCode.TYPE_MISMATCH,
                        "job '" + job + "' reads group '" + first.name() + "' with keys of type '"
                                + first.keys().name() + "' together with group '" + group.name()
                                + "' with keys of type '"
                                + group.keys().name()
                                + "', but keys are compared by their bytes; let a Map write one of them with the keys "
                                + "of the"
                                + " other, or read the keys of all as Codecs.encoded(...)");
            }
        }
    }

    /**
     * Checks that a group joined with itself has one value codec, since each value is decoded once.
     *
     * @throws SssException {@link ErrorCode#TYPE_MISMATCH}
     */
    static void checkItself(String job, TupleGroup<?, ?> left, TupleGroup<?, ?> right) {
        checkKeys(job, List.of(left, right));
        Codec<?> one = left.values();
        Codec<?> other = right.values();
        if (!givesTheSame(one, other)) {
            throw new SssException(
                    ErrorCode.TYPE_MISMATCH,
                    "job '" + job + "' joins group '" + left.name() + "' with itself, as values of "
                            + text(one) + " and of " + text(other)
                            + ", but its values are decoded once; use the same codec on"
                            + " both sides, or let a Map write a copy of the group");
        }
    }

    /**
     * Codecs of the same class and name are regarded as equal: users' codecs need not override equals. A
     * {@link RecordCodec} must be equal, as its name does not identify the record class.
     */
    private static boolean givesTheSame(Codec<?> one, Codec<?> other) {
        boolean needsEquals = one instanceof RecordCodec;
        return one.equals(other)
                || !needsEquals
                        && one.getClass() == other.getClass()
                        && one.name().equals(other.name());
    }

    private static String text(Codec<?> codec) {
        return "type '" + codec.name() + "' (" + codec.getClass().getName() + ")";
    }
}
