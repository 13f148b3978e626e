package org.sss.server.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

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
    void aClassWithoutSystemExitStaysAsItIs() throws IOException {
        assertThat(ExitGuard.guarded(bytes(ExitGuardTest.class))).isNull();
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
            assertThat(guarded == null || guarded.length > damaged.length).isTrue();
        }
    }
}
