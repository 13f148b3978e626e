package org.sss.server.code;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Redirects calls of {@code System.exit} in a class to {@link org.sss.api.TaskExit#exit} by changing the class of the
 * method references. Two constants are added to the {@link ClassFile}; its code is unchanged. Stateless.
 */
final class ExitGuard {
    private static final String TARGET = "org/sss/api/TaskExit";
    private static final byte METHODREF = 10;

    private ExitGuard() {
    }

    /** Returns the class with redirected calls, or null if it has no such calls or is no class file. */
    static byte[] guarded(byte[] classFile) {
        try {
            return patched(classFile, new ClassFile(classFile));
        } catch (IndexOutOfBoundsException e) {
            // The JVM reports what is wrong with it.
            return null;
        }
    }

    private static byte[] patched(byte[] original, ClassFile file) {
        List<Integer> calls = new ArrayList<>();
        for (int i = 1; i < file.count; i++) {
            int at = file.at(i);
            if (at != 0 && original[at] == METHODREF && isExit(file, at)) {
                calls.add(at + 1);
            }
        }
        if (calls.isEmpty() || file.count + 2 > 0xffff) {
            return null;
        }
        byte[] name = TARGET.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer out = ByteBuffer.allocate(original.length + 3 + name.length + 3);
        out.put(original, 0, file.end).put((byte) 1).putShort((short) name.length).put(name).put((byte) 7).putShort((short) file.count)
                .put(original, file.end, original.length - file.end);
        out.putShort(ClassFile.COUNT_AT, (short) (file.count + 2));
        calls.forEach(call -> out.putShort(call, (short) (file.count + 1)));
        return out.array();
    }

    private static boolean isExit(ClassFile file, int methodref) {
        int nameAndType = file.at(file.u2(methodref + 3));
        return file.text(file.at(file.u2(methodref + 1)) + 1).equals("java/lang/System") && file.text(nameAndType + 1).equals("exit")
                && file.text(nameAndType + 3).equals("(I)V");
    }
}
