package org.sss.client.code;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Lists the classes that a class file names in its constant pool: by instructions, and in types of fields, methods and
 * annotations. Stateless.
 *
 * <pre>
 *   u4 magic, u4 version, u2 count of constants + 1, constants    Utf8 1: u2 length, bytes    Class 7: u2 number of a Utf8
 * </pre>
 */
final class ClassReferences {
    private static final int COUNT_AT = 8;
    private static final int POOL_AT = 10;

    private ClassReferences() {}

    /** Returns internal names, such as {@code com/acme/Foo}, which may include text that only looks like one. */
    static Set<String> of(byte[] file) {
        Set<String> names = new LinkedHashSet<>();
        int[] at = new int[u2(file, COUNT_AT)];
        for (int i = 1, next = POOL_AT; i < at.length; i++) {
            at[i] = next;
            int tag = file[next];
            if (tag == 1) {
                addDescribed(new String(file, next + 3, u2(file, next + 1), StandardCharsets.UTF_8), names);
            }
            next += bytes(file, next);
            // Long and Double take two numbers.
            i += tag == 5 || tag == 6 ? 1 : 0;
        }
        for (int start : at) {
            if (start > 0 && file[start] == 7) {
                int utf8 = at[u2(file, start + 1)];
                addNamed(new String(file, utf8 + 3, u2(file, utf8 + 1), StandardCharsets.UTF_8), names);
            }
        }
        return names;
    }

    /** A class, or an array as a descriptor. */
    private static void addNamed(String name, Set<String> names) {
        if (!name.startsWith("[")) {
            names.add(name);
        }
    }

    /** Adds each {@code Lname;} of a descriptor or signature. */
    private static void addDescribed(String text, Set<String> names) {
        for (int end = text.indexOf(';'); end >= 0; end = text.indexOf(';', end + 1)) {
            int start = Math.max(
                            Math.max(text.lastIndexOf(';', end - 1), text.lastIndexOf('(', end)),
                            Math.max(text.lastIndexOf('<', end), text.lastIndexOf(')', end)))
                    + 1;
            start = text.indexOf('L', start);
            if (start >= 0 && start < end) {
                names.add(text.substring(start + 1, end));
            }
        }
    }

    private static int bytes(byte[] file, int position) {
        return switch (file[position]) {
            case 1 -> 3 + u2(file, position + 1);
            case 7, 8, 16, 19, 20 -> 3;
            case 15 -> 4;
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 5;
            case 5, 6 -> 9;
            default -> throw new IndexOutOfBoundsException("constant of kind " + file[position]);
        };
    }

    private static int u2(byte[] file, int position) {
        return (file[position] & 0xff) << 8 | file[position + 1] & 0xff;
    }
}
