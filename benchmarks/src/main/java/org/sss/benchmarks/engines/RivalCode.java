package org.sss.benchmarks.engines;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.store.Cleanup;

/**
 * Compiles the programs of a rival against its jars. They are shipped as sources, as those jars are not there when this suite is
 * built. One thread at a time.
 */
final class RivalCode {
    private final RivalLibrary library;
    private final List<String> sources;
    private Path classes;

    /** @param sources names of files in the directory of resources that has the library's name */
    RivalCode(RivalLibrary library, List<String> sources) {
        this.library = library;
        this.sources = List.copyOf(sources);
    }

    /** What the process of the rival needs: compiled now, at the first call. */
    String classPath() throws IOException {
        if (classes == null) {
            classes = compile();
        }
        return classes + File.pathSeparator + own() + File.pathSeparator + library.directory() + File.separator + "*";
    }

    private Path compile() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new SssException(ErrorCode.NOT_FOUND, "the programs for " + library.name() + " are compiled when they are needed,"
                    + " and this Java has no compiler; use a JDK");
        }
        Path directory = Files.createTempDirectory("sss-bench-" + library.name() + "-");
        Cleanup.atExit(() -> DiskSpace.delete(directory));
        List<JavaFileObject> files = new ArrayList<>();
        for (String source : sources) {
            if (source.endsWith(".java")) {
                files.add(new Source(source, text(source)));
            } else {
                Files.writeString(directory.resolve(source), text(source));
            }
        }
        StringWriter messages = new StringWriter();
        List<String> options = List.of("-nowarn", "-Xlint:none", "-proc:none", "-d", directory.toString(), "-classpath",
                own() + File.pathSeparator
                        + library.jars().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        if (!compiler.getTask(messages, null, null, options, null, files).call()) {
            throw new SssException(ErrorCode.INTERNAL, "the programs for " + library.name() + " " + library.version()
                    + " cannot be compiled: " + messages.toString().strip());
        }
        return directory;
    }

    /** This suite's own classes and the API's, none of their libraries. */
    private static String own() {
        return codeOf(RivalCode.class) + File.pathSeparator + codeOf(SssException.class);
    }

    private static Path codeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private String text(String source) throws IOException {
        try (InputStream in = RivalCode.class.getResourceAsStream(library.name() + "/" + source)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String file, String text) {
            super(URI.create("string:///" + file), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
