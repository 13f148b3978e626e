package org.sss.server.code;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Redirects calls in a class that would end the process to {@link org.sss.api.engine.TaskExit}: direct calls, method
 * references, reflection and method handles. Native code and other processes are not covered. Stateless.
 *
 * <pre>
 *   invokestatic  System.exit(int)                  invokestatic TaskExit.exit(int)
 *   invokevirtual Runtime.halt(int)           ->    invokestatic TaskExit.halt(Runtime, int)
 *   invokevirtual Method.invoke(...)                TaskExit.check(the method) before it
 *   invokevirtual Lookup.findStatic(...)            TaskExit.check(the handle) after it
 *   invokestatic  Signal.raise(Signal)              TaskExit.refuse(name) before it
 * </pre>
 */
final class ExitGuard {
    private static final String TARGET = "org/sss/api/engine/TaskExit";
    private static final String RUNTIME = "java/lang/Runtime";
    private static final String METHOD = "java/lang/reflect/Method";
    private static final String HANDLE = "java/lang/invoke/MethodHandle";
    private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
    private static final String BIND_TYPE =
            "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/invoke/MethodType;)L" + HANDLE + ";";
    /** Class, name and type of a method that another one replaces, which gets the receiver as its first argument. */
    private static final Map<String, String> REPLACED = Map.of(
            "java/lang/System.exit(I)V",
            "(I)V",
            RUNTIME + ".exit(I)V",
            "(L" + RUNTIME + ";I)V",
            RUNTIME + ".halt(I)V",
            "(L" + RUNTIME + ";I)V",
            RUNTIME + ".addShutdownHook(Ljava/lang/Thread;)V",
            "(L" + RUNTIME + ";Ljava/lang/Thread;)V",
            LOOKUP + ".bind" + BIND_TYPE,
            "(L" + LOOKUP + ";" + BIND_TYPE.substring(1));

    private static final String INVOKE = METHOD + ".invoke(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";
    private static final String INVOKE_TYPE =
            "(L" + METHOD + ";Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";
    private static final Set<String> FOUND =
            Set.of("findStatic", "findVirtual", "findSpecial", "unreflect", "unreflectSpecial");
    private static final Map<String, Set<String>> REFUSED = Map.of("sun/misc/Signal", Set.of("raise", "handle"));
    private static final byte METHODREF = 10;

    private ExitGuard() {}

    /** Returns the class with redirected calls, or null if it has no such calls or is no class file. */
    static byte[] guarded(byte[] classFile) {
        try {
            return hasCall(classFile, new ClassFile(classFile)) ? redirected(classFile) : null;
        } catch (RuntimeException e) {
            // The JVM reports what is wrong with it.
            return null;
        }
    }

    private static boolean hasCall(byte[] content, ClassFile file) {
        for (int i = 1; i < file.count; i++) {
            int at = file.at(i);
            if (at != 0 && content[at] == METHODREF && isGuarded(file, at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isGuarded(ClassFile file, int methodref) {
        String owner = file.text(file.at(file.u2(methodref + 1)) + 1);
        if (!owner.startsWith("java/lang/") && !owner.startsWith("sun/misc/")) {
            return false;
        }
        int nameAndType = file.at(file.u2(methodref + 3));
        String name = file.text(nameAndType + 1);
        String call = owner + "." + name + file.text(nameAndType + 3);
        return REPLACED.containsKey(call) || call.equals(INVOKE) || isLookup(owner, name) || isRefused(owner, name);
    }

    private static boolean isLookup(String owner, String name) {
        return owner.equals(LOOKUP) && FOUND.contains(name);
    }

    private static boolean isRefused(String owner, String name) {
        return REFUSED.getOrDefault(owner, Set.of()).contains(name);
    }

    /** No frame changes, as no instruction that is added branches. */
    private static byte[] redirected(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String type, String signature, String[] exceptions) {
                        return new Redirection(super.visitMethod(access, name, type, signature, exceptions));
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static final class Redirection extends MethodVisitor {
        Redirection(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
            String call = owner + "." + name + type;
            String replaced = REPLACED.get(call);
            if (replaced != null) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, TARGET, name, replaced, false);
                return;
            }
            if (call.equals(INVOKE)) {
                checkMethod();
            } else if (isRefused(owner, name)) {
                super.visitLdcInsn(owner.replace('/', '.') + "." + name);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, TARGET, "refuse", "(Ljava/lang/String;)V", false);
            }
            super.visitMethodInsn(opcode, owner, name, type, isInterface);
            if (isLookup(owner, name)) {
                super.visitInsn(Opcodes.DUP);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, TARGET, "check", "(L" + HANDLE + ";)V", false);
            }
        }

        /** The stack is method, target, arguments, before and afterwards. */
        private void checkMethod() {
            super.visitInsn(Opcodes.DUP2_X1);
            super.visitInsn(Opcodes.POP2);
            super.visitInsn(Opcodes.DUP);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, TARGET, "check", "(L" + METHOD + ";)V", false);
            super.visitInsn(Opcodes.DUP_X2);
            super.visitInsn(Opcodes.POP);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String type, Handle bootstrap, Object... arguments) {
            Object[] redirected = arguments.clone();
            for (int i = 0; i < redirected.length; i++) {
                redirected[i] = redirected[i] instanceof Handle handle ? redirected(handle) : redirected[i];
            }
            super.visitInvokeDynamicInsn(name, type, bootstrap, redirected);
        }

        @Override
        public void visitLdcInsn(Object value) {
            super.visitLdcInsn(value instanceof Handle handle ? redirected(handle) : value);
        }

        private static Handle redirected(Handle handle) {
            String call = handle.getOwner() + "." + handle.getName() + handle.getDesc();
            String type = call.equals(INVOKE) ? INVOKE_TYPE : REPLACED.get(call);
            return type == null ? handle : new Handle(Opcodes.H_INVOKESTATIC, TARGET, handle.getName(), type, false);
        }
    }
}
