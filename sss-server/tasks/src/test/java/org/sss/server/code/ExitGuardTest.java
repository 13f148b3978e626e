package org.sss.server.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class ExitGuardTest {
    /** Ends the process, in two ways of writing it. */
    public static final class Exits implements Runnable {
        public static final long LONG_CONSTANT = 12345678901L;

        @Override
        public void run() {
            System.out.println("about to end, " + LONG_CONSTANT);
            System.exit(3);
        }

        public static IntConsumer reference() {
            return System::exit;
        }
    }

    /** Ends the process, or prevents its end, in all other ways. */
    public static final class Ways implements Supplier<Map<String, Callable<Object>>> {
        @Override
        public Map<String, Callable<Object>> get() {
            Runtime runtime = Runtime.getRuntime();
            return Map.of(
                    "exit of Runtime",
                    () -> {
                        runtime.exit(3);
                        return 1;
                    },
                    "halt",
                    () -> {
                        Runtime.getRuntime().halt(3);
                        return 1;
                    },
                    "reference",
                    () -> {
                        IntConsumer exit = runtime::exit;
                        exit.accept(3);
                        return 1;
                    },
                    "unbound reference",
                    () -> {
                        BiConsumer<Runtime, Integer> halt = Runtime::halt;
                        halt.accept(runtime, 3);
                        return 1;
                    },
                    "reflection",
                    () -> System.class.getMethod("exit", int.class).invoke(null, 3),
                    "reflection without arguments that fit",
                    () -> Runtime.class.getMethod("halt", int.class).invoke(runtime, "3"),
                    "handle",
                    () -> MethodHandles.lookup()
                            .findStatic(System.class, "exit", MethodType.methodType(void.class, int.class)),
                    "bound handle",
                    () -> MethodHandles.lookup().bind(runtime, "exit", MethodType.methodType(void.class, int.class)),
                    "hook",
                    () -> {
                        runtime.addShutdownHook(new Thread());
                        return 1;
                    });
        }

        private static String own(String text) {
            return "own " + text;
        }

        /** Uses reflection as programs do: on a method that only this class may call, among others. */
        public static Object ordinary() throws Throwable {
            Object own = Ways.class.getDeclaredMethod("own", String.class).invoke(null, "text");
            MethodHandle length =
                    MethodHandles.lookup().findVirtual(String.class, "length", MethodType.methodType(int.class));
            MethodHandle ofOwn = MethodHandles.lookup()
                    .findStatic(Ways.class, "own", MethodType.methodType(String.class, String.class));
            return own + " " + (int) length.invokeExact("abc") + " " + (String) ofOwn.invokeExact("handle") + " "
                    + String.class.getMethod("substring", int.class, int.class).invoke("abcdef", 2, 4);
        }
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    private static final class OneClass extends ClassLoader {
        Class<?> define(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    @Test
    void systemExitThrows() throws Exception {
        byte[] guarded = ExitGuard.guarded(bytes(Exits.class));
        Class<?> type = new OneClass().define(Exits.class.getName(), guarded);
        Runnable exits = (Runnable) type.getConstructor().newInstance();
        assertThatThrownBy(exits::run).isInstanceOf(SecurityException.class).hasMessageContaining("System.exit(3)");
        IntConsumer reference = (IntConsumer) type.getMethod("reference").invoke(null);
        assertThatThrownBy(() -> reference.accept(4)).isInstanceOf(SecurityException.class);
    }

    @Test
    @SuppressWarnings("unchecked")
    void allOtherWaysToEndTheProcessThrow() throws Exception {
        Class<?> type = new OneClass().define(Ways.class.getName(), ExitGuard.guarded(bytes(Ways.class)));
        var ways =
                ((Supplier<Map<String, Callable<Object>>>) type.getConstructor().newInstance()).get();
        assertThat(ways)
                .hasSize(9)
                .allSatisfy((name, way) -> assertThatThrownBy(way::call)
                        .as(name)
                        .isInstanceOf(SecurityException.class)
                        .hasMessageContaining(" was called: "));
    }

    /** Written as bytecode, since the compiler warns of such calls. */
    @Test
    void raisingASignalThrows() throws Exception {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Raises", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "raise", "()V", null, null);
        method.visitCode();
        method.visitInsn(Opcodes.ACONST_NULL);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "sun/misc/Signal", "raise", "(Lsun/misc/Signal;)V", false);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
        Class<?> type = new OneClass().define("Raises", ExitGuard.guarded(writer.toByteArray()));
        assertThatThrownBy(() -> type.getMethod("raise").invoke(null)).hasCauseInstanceOf(SecurityException.class);
    }

    @Test
    void ordinaryReflectionWorks() throws Exception {
        Class<?> type = new OneClass().define(Ways.class.getName(), ExitGuard.guarded(bytes(Ways.class)));
        assertThat(type.getMethod("ordinary").invoke(null)).isEqualTo("own text 3 own handle cd");
    }

    @Test
    void aClassWithoutSystemExitStaysAsItIs() throws IOException {
        assertThat(ExitGuard.guarded(bytes(OneClass.class))).isNull();
        assertThat(ExitGuard.guarded(bytes(String.class))).isNull();
    }

    @Test
    void damagedClassesAreLeftToTheJvm() throws IOException {
        byte[] whole = bytes(Exits.class);
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = java.util.Arrays.copyOf(whole, random.nextInt(whole.length));
            if (damaged.length > 20) {
                damaged[8 + random.nextInt(damaged.length - 8)] = (byte) random.nextInt();
            }
            byte[] guarded = ExitGuard.guarded(damaged);
            assertThat(guarded == null || guarded.length > 20).isTrue();
        }
    }
}
