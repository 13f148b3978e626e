package org.sss.cli.workflow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/**
 * Options of the commands that load a job from a jar. Immutable.
 *
 * @param className class of the job, or null to search the jar for its only job
 * @param libraries jars and class directories that the job needs
 */
public record JobJarOptions(String className, List<Path> libraries) {
    private static final String CLASS = "class";
    private static final String JARS = "jars";
    private static final String ALL = "*";
    private static final String JAR = ".jar";

    public static void describe(Options options) {
        Help.option(options, CLASS, "CLASS", "the SssJob in the jar; required if there are several");
        Help.option(
                options,
                JARS,
                "JAR[,JAR...]",
                "libraries of the job, sent with it: jars, directories of classes, or 'DIR/*' for the jars in DIR;"
                        + " may be repeated. They take precedence over the libraries of SSS");
    }

    /**
     * Finds the libraries.
     *
     * @throws SssException NOT_FOUND for one that does not exist; INVALID_ARGUMENT for a file that is not a jar, or a
     *     directory without classes
     */
    public static JobJarOptions of(Call call) {
        List<Path> libraries = new ArrayList<>();
        for (String option : call.all(JARS)) {
            for (String name : option.split(",", -1)) {
                libraries.addAll(library(name.strip()));
            }
        }
        return new JobJarOptions(call.option(CLASS, null), libraries);
    }

    private static List<Path> library(String name) {
        if (name.isEmpty()) {
            throw new UsageException("--jars takes JAR[,JAR...], and one of the names is empty");
        }
        if (name.equals(ALL) || name.endsWith("/" + ALL)) {
            return jarsIn(Path.of(name.equals(ALL) ? "." : name.substring(0, name.length() - 1)));
        }
        Path path = Path.of(name);
        if (Files.isDirectory(path)) {
            checkDirectory(path);
        } else if (Files.isRegularFile(path)) {
            checkJar(path);
        } else {
            throw new SssException(ErrorCode.NOT_FOUND, "--jars: '" + name + "' does not exist; check the path");
        }
        return List.of(path);
    }

    private static List<Path> jarsIn(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new SssException(
                    ErrorCode.NOT_FOUND, "--jars: '" + directory + "' is not a directory; check the path");
        }
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> jars = files.filter(file -> file.toString().endsWith(JAR) && Files.isRegularFile(file))
                    .sorted()
                    .toList();
            if (jars.isEmpty()) {
                throw new SssException(ErrorCode.NOT_FOUND, "--jars: directory '" + directory + "' has no file *.jar");
            }
            jars.forEach(JobJarOptions::checkJar);
            return jars;
        } catch (IOException e) {
            throw unreadable(directory, e);
        }
    }

    private static void checkDirectory(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            if (files.noneMatch(file -> file.toString().endsWith(".class"))) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "--jars: directory '" + directory + "' has no class files; for the jars in it write '"
                                + directory + "/" + ALL + "'");
            }
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(directory, e);
        }
    }

    private static void checkJar(Path file) {
        try (ZipFile jar = new ZipFile(file.toFile())) {
            jar.size();
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "--jars: '" + file + "' is not a jar: " + e.getMessage(), e);
        }
    }

    private static SssException unreadable(Path directory, Exception e) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT, "--jars: directory '" + directory + "' cannot be read: " + e, e);
    }
}
