package org.sss.net.testing;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Puts the jars of the launcher first on the class path that tests pass to the processes that they start. Java can then
 * use the launcher's archive of parsed classes, with which a process starts in about half of the processor time;
 * otherwise it ignores the archive. Active for all tests, like {@link Leaks}, if the build sets {@link #PROPERTY}.
 */
public final class LauncherClassPath implements BeforeAllCallback {
    /** A system property: the directory of the launcher's jars. */
    static final String PROPERTY = "test.launcherLib";

    private static final String CLASS_PATH = "java.class.path";
    private static final String OPTIONS = "-XX:(Tiered|SharedArchiveFile).*|-Xlog:cds.*";

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        String directory = System.getProperty(PROPERTY);
        if (directory != null && !directory.isEmpty() && Files.isDirectory(Path.of(directory))) {
            System.setProperty(
                    CLASS_PATH, withJarsFirst(Path.of(directory).toRealPath(), System.getProperty(CLASS_PATH)));
        }
    }

    /** Returns the jars of the directory in the order of the launcher, followed by the other elements. */
    static String withJarsFirst(Path directory, String classPath) throws IOException {
        List<Path> jars;
        try (Stream<Path> files = Files.list(directory)) {
            jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
        Set<Path> names = jars.stream().map(Path::getFileName).collect(Collectors.toSet());
        Stream<String> others = Arrays.stream(classPath.split(File.pathSeparator))
                .filter(element -> !names.contains(Path.of(element).getFileName()));
        return Stream.concat(jars.stream().map(Path::toString), others).collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the options of this process for compilation and for the archive of parsed classes. */
    public static List<String> javaOptions() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.matches(OPTIONS))
                .toList();
    }
}
