package org.sss.client.code;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Code that is sent to the nodes as one jar: equal content gives equal bytes. Implementations are immutable. */
sealed interface CodePart permits CodePart.OfFile, CodePart.OfNestedJar, CodePart.OfClasses {
    /** Writes a jar. */
    void write(OutputStream out) throws IOException;

    /** Returns the id, which {@code reading} computes unless it is known. */
    String id(CodeIds ids, CodeIds.Reading reading) throws IOException;

    /** Returns the jar if it is a file; null if {@link #write} has to make one. */
    default Path file() {
        return null;
    }

    /** A jar, or a directory of classes, which may be that of a module of a run-time image. */
    record OfFile(Path path) implements CodePart {
        @Override
        public void write(OutputStream out) throws IOException {
            DirectoryJar.write(path, out);
        }

        @Override
        public String id(CodeIds ids, CodeIds.Reading reading) throws IOException {
            return ids.id(path, reading);
        }

        @Override
        public Path file() {
            return Files.isDirectory(path) ? null : path;
        }
    }

    /**
     * A jar, or a directory of classes, within a jar.
     *
     * @param loader of its classes: it reads from the same content as long as it lives
     */
    record OfNestedJar(URL url, ClassLoader loader) implements CodePart {
        /** Returns whether such a URL can be read and has that file. */
        static boolean has(URL url, String file) {
            try (Opened jar = Opened.at(url)) {
                return jar != null && jar.file.getJarEntry(jar.directory + file) != null;
            } catch (IOException | RuntimeException e) {
                return false;
            }
        }

        @Override
        public void write(OutputStream out) throws IOException {
            try (Opened jar = Opened.at(url)) {
                Map<String, JarEntry> entries = new TreeMap<>();
                jar.file.stream()
                        .filter(entry -> !entry.isDirectory() && entry.getName().startsWith(jar.directory))
                        .forEach(entry -> entries.put(entry.getName().substring(jar.directory.length()), entry));
                DirectoryJar.write(entries.keySet(), name -> jar.file.getInputStream(entries.get(name)), out);
            }
        }

        @Override
        public String id(CodeIds ids, CodeIds.Reading reading) throws IOException {
            return ids.id(loader, url.toExternalForm(), reading);
        }

        /** @param directory within the file, ending in a slash, or empty */
        private record Opened(JarFile file, String directory) implements AutoCloseable {
            /** Returns null for a URL of another kind. */
            static Opened at(URL url) throws IOException {
                if (!(url.openConnection() instanceof JarURLConnection connection)) {
                    return null;
                }
                String entry = connection.getEntryName();
                if (entry == null) {
                    return new Opened(open(connection), "");
                }
                // Jars need no entries for directories, so the jar is opened without one; by the same handler.
                URL jar = new URL(url, "jar:" + connection.getJarFileURL() + "!/");
                return new Opened(
                        open((JarURLConnection) jar.openConnection()), entry.endsWith("/") ? entry : entry + "/");
            }

            private static JarFile open(JarURLConnection connection) throws IOException {
                connection.setUseCaches(false);
                return connection.getJarFile();
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        }
    }

    /**
     * Classes that exist only in their class loader.
     *
     * @param files by name
     */
    record OfClasses(Map<String, byte[]> files) implements CodePart {
        public OfClasses {
            files = new TreeMap<>(files);
        }

        @Override
        public void write(OutputStream out) throws IOException {
            DirectoryJar.write(files.keySet(), name -> new ByteArrayInputStream(files.get(name)), out);
        }

        /** Such classes may be redefined, so they are always read. */
        @Override
        public String id(CodeIds ids, CodeIds.Reading reading) throws IOException {
            return reading.id();
        }
    }
}
