package org.sss.kvs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A tmpfs for one test, where the machine allows it (root with mount rights). Not thread-safe. */
public record TinyFileSystem(Path directory, boolean isMounted) implements AutoCloseable {

    public static TinyFileSystem mount(Path directory, String options) throws IOException {
        Files.createDirectory(directory);
        return new TinyFileSystem(
                directory, run("mount", "-t", "tmpfs", "-o", options, "sss-test", directory.toString()));
    }

    @Override
    public void close() throws IOException {
        if (isMounted && !run("umount", directory.toString())) {
            throw new IOException("cannot unmount " + directory);
        }
    }

    private static boolean run(String... command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false; // no such command
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
