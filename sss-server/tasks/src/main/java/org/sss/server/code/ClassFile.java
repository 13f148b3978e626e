package org.sss.server.code;

import java.nio.charset.StandardCharsets;

/**
 * The structure of a class file, as far as the loader needs it. Immutable.
 *
 * <pre>
 *   u4 magic, u4 version, u2 count of constants + 1, constants, u2 access, u2 class, u2 superclass,
 *   u2 count of interfaces, u2 each, u2 count of fields, fields, ...
 *   Utf8 1: u2 length, bytes    Class 7: u2 name    NameAndType 12: u2 name, u2 type    Methodref 10: u2 class, u2 nameAndType
 *   field: u2 access, u2 name, u2 type, u2 count of attributes, attributes: u2 name, u4 length, bytes
 * </pre>
 */
final class ClassFile {
    static final int COUNT_AT = 8;
    private static final int POOL_AT = 10;

    /** End offset of the constants. */
    final int end;
    /** Number of constants plus one. */
    final int count;

    private final byte[] content;
    /** Start offset of each constant. */
    private final int[] at;

    /** @throws IndexOutOfBoundsException if it is no class file */
    ClassFile(byte[] content) {
        this.content = content;
        count = u2(COUNT_AT);
        at = new int[count];
        int next = POOL_AT;
        for (int i = 1; i < count; i++) {
            at[i] = next;
            int tag = content[next];
            next += bytes(next, tag);
            if (tag == 5 || tag == 6) {
                // Long and Double take two numbers.
                i++;
            }
        }
        end = next;
    }

    /** Returns the start offset of constant {@code number}; 0 if there is none. */
    int at(int number) {
        return at[number];
    }

    /** Returns the text of the constant whose number is at {@code reference}. */
    String text(int reference) {
        int utf8 = at[u2(reference)];
        return new String(content, utf8 + 3, u2(utf8 + 1), StandardCharsets.UTF_8);
    }

    int u2(int position) {
        return (content[position] & 0xff) << 8 | content[position + 1] & 0xff;
    }

    private int bytes(int position, int tag) {
        return switch (tag) {
            case 1 -> 3 + u2(position + 1);
            case 7, 8, 16, 19, 20 -> 3;
            case 15 -> 4;
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 5;
            case 5, 6 -> 9;
            default -> throw new IndexOutOfBoundsException("constant of kind " + tag);
        };
    }
}
