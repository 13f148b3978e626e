package org.sss.server.code;

import java.util.HashSet;
import java.util.Set;

/**
 * Static fields that a class sets to a number that is written in it, in a box: {@code static final Long ONE = 1L}. Follows the code that initializes
 * the class as long as it has no branch, and knows nothing of what comes behind. One use.
 *
 * <pre>
 *   method: u2 access, u2 name, u2 type, u2 count of attributes, attributes: u2 name, u4 length, bytes
 *   Code:   u2 stack, u2 locals, u4 length, instructions, ...
 *   Fieldref 9, Methodref 10: u2 class, u2 nameAndType
 * </pre>
 */
final class BoxedConstants {
    private static final Set<String> BOXES = Set.of("java/lang/Boolean", "java/lang/Byte", "java/lang/Character", "java/lang/Short",
            "java/lang/Integer", "java/lang/Long", "java/lang/Float", "java/lang/Double");
    private static final int CODE_HEADER = 14;
    private static final int PUTSTATIC = 179;
    private static final int INVOKESTATIC = 184;
    private static final int INTEGER = 3;
    private static final int DOUBLE = 6;

    private final ClassFile file;
    private final Set<String> names = new HashSet<>();

    private BoxedConstants(ClassFile file) {
        this.file = file;
    }

    /** @param methodsAt where the count of methods is */
    static Set<String> of(ClassFile file, int methodsAt) {
        BoxedConstants constants = new BoxedConstants(file);
        int next = methodsAt + 2;
        for (int method = 0; method < file.u2(methodsAt); method++) {
            boolean initializes = file.text(next + 2).equals("<clinit>");
            int attributes = file.u2(next + 6);
            next += 8;
            for (int a = 0; a < attributes; a++) {
                if (initializes && file.text(next).equals("Code")) {
                    constants.read(next + CODE_HEADER, next + CODE_HEADER + file.u4(next + CODE_HEADER - 4));
                }
                next += 6 + file.u4(next + 2);
            }
        }
        return constants.names;
    }

    private void read(int begin, int end) {
        boolean isNumber = false;
        boolean isBoxed = false;
        int length;
        for (int at = begin; at < end; at += length) {
            int instruction = file.u1(at);
            length = length(instruction);
            if (length == 0) {
                return;
            }
            if (instruction == PUTSTATIC && isBoxed && isOwn(at)) {
                names.add(file.text(nameAndType(at)));
            }
            isBoxed = instruction == INVOKESTATIC && isNumber && boxes(at);
            isNumber = pushesNumber(instruction, at);
        }
    }

    private boolean isOwn(int instruction) {
        return file.u2(file.at(file.u2(instruction + 1)) + 1) == file.u2(file.end + 2);
    }

    private boolean pushesNumber(int instruction, int at) {
        return switch (instruction) {
            case 18 -> isNumber(file.u1(at + 1)); // ldc
            case 19, 20 -> isNumber(file.u2(at + 1)); // ldc_w, ldc2_w
            default -> instruction >= 2 && instruction <= 17; // iconst_m1 to sipush
        };
    }

    private boolean isNumber(int constant) {
        int tag = file.u1(file.at(constant));
        return tag >= INTEGER && tag <= DOUBLE;
    }

    private boolean boxes(int call) {
        int method = file.at(file.u2(call + 1));
        return BOXES.contains(file.text(file.at(file.u2(method + 1)) + 1)) && file.text(nameAndType(call)).equals("valueOf");
    }

    /** Of the field or method that the instruction names; there the name's number is. */
    private int nameAndType(int instruction) {
        return file.at(file.u2(file.at(file.u2(instruction + 1)) + 3)) + 1;
    }

    /** In bytes; 0 for a branch, and for what is rare in such code. */
    private static int length(int instruction) {
        if (instruction >= 1 && instruction <= 15 || instruction >= 79 && instruction <= 95) { // constants; stores into arrays, stack
            return 1;
        }
        return switch (instruction) {
            case 16, 18, 188 -> 2; // bipush, ldc, newarray
            case 17, 19, 20 -> 3; // sipush, ldc_w, ldc2_w
            case 177, 190 -> 1; // return, arraylength
            case 178, 179, 182, 183, 184, 187, 189, 192 -> 3; // statics, calls, new, anewarray, checkcast
            case 185, 186 -> 5; // invokeinterface, invokedynamic
            default -> 0;
        };
    }
}
