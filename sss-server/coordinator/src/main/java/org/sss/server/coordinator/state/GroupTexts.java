package org.sss.server.coordinator.state;

import java.util.regex.Pattern;
import org.sss.api.ErrorCode;
import org.sss.api.RecordView;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;

/** Limits of the texts of a group, which node 0 retains in its heap and in its journal. Stateless. */
final class GroupTexts {
    static final int MAX_CHARS = 200;
    /** Of a type that is composed of others, such as a record with many fields. */
    static final int MAX_COMPOSED_CHARS = 16_000;
    /** Of a group without texts, in the heap: the group, its entries in two maps, and objects of its texts. */
    private static final int GROUP_BYTES = 600;

    private static final int NODE_BYTES = 24;
    private static final Pattern COMPOSED = Pattern.compile("(record|list|set|map|optional)\\(.*\\)");

    private GroupTexts() {}

    /**
     * Checks the types of a new group, and who creates it.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT}
     */
    static void check(String group, String keyType, String valueType, String createdBy) {
        checkType(group, "keys", keyType);
        checkType(group, "values", valueType);
        checkPrintable("createdBy of group '" + group + "'", createdBy);
    }

    private static void checkType(String group, String of, String type) {
        String what = "the type of the " + of + " of group '" + group + "'";
        checkPrintable(what, type);
        boolean composed = COMPOSED.matcher(type).matches();
        int max = composed ? MAX_COMPOSED_CHARS : MAX_CHARS;
        if (type.isEmpty() || type.length() > max) {
            throw invalid(what + " has " + type.length() + " characters, and 1 to " + max + " are permitted", type);
        }
        if (composed && !isKnown(type)) {
            throw invalid(what + " is none that SSS knows; see 'Codecs' in docs/guide/groups.md", type);
        }
    }

    private static boolean isKnown(String type) {
        return !RecordView.fieldsOf(type).isEmpty()
                || !RecordView.elementsOf(type).isEmpty()
                || type.equals("record()");
    }

    private static void checkPrintable(String what, String text) {
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw invalid(what + " has control characters", text);
        }
    }

    private static SssException invalid(String what, String text) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, what + ": " + cut(text, MAX_CHARS));
    }

    /**
     * Returns a group of a journal, without what is too long: versions of SSS without these limits may have written it.
     */
    static GroupInfo shortened(GroupInfo g) {
        if (g.keyType().length() <= MAX_COMPOSED_CHARS
                && g.valueType().length() <= MAX_COMPOSED_CHARS
                && g.createdBy().length() <= MAX_COMPOSED_CHARS) {
            return g;
        }
        return g.withTexts(
                cut(g.keyType(), MAX_COMPOSED_CHARS),
                cut(g.valueType(), MAX_COMPOSED_CHARS),
                cut(g.createdBy(), MAX_COMPOSED_CHARS));
    }

    private static String cut(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max) + "...";
    }

    /** About the bytes of a group in the heap. */
    static long heapBytes(GroupInfo g) {
        return GROUP_BYTES
                + g.name().length()
                + g.keyType().length()
                + g.valueType().length()
                + g.createdBy().length()
                + (long) NODE_BYTES * g.nodeTuples().size()
                + (g.subgroups() == null ? 0 : g.subgroups().packed().length());
    }
}
