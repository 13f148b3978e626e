package org.sss.io.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The connectors of this process: directories {@code ext/NAME} beside {@code lib}, read once. Thread-safe.
 *
 * <pre>
 *   loader of ext/s3/*.jar      ──┬─> ConnectorParent ──> lib/sss-io.jar ...
 *   loader of ext/parquet/*.jar ──┘   shows API, sss-io
 * </pre>
 */
public final class Connectors {
    /** System property with another directory than {@code ext}. */
    public static final String DIRECTORY = "sss.ext";

    private static final String EXT = "ext";
    private static final String LIB = "lib";

    private final List<Connector> all;

    private Connectors(List<Connector> all) {
        this.all = all;
    }

    private static final class OfProcess {
        static final Connectors CONNECTORS = in(directory());
    }

    /** Returns those of the process. */
    public static Connectors ofProcess() {
        return OfProcess.CONNECTORS;
    }

    /** @param directory of directories of jars; empty for the class path alone */
    static Connectors in(Optional<Path> directory) {
        ClassLoader classPath = Connectors.class.getClassLoader();
        List<Connector> all = new ArrayList<>(List.of(new Connector("", null, 0, classPath)));
        ClassLoader parent = new ConnectorParent(classPath);
        directory.filter(Files::isDirectory).ifPresent(ext -> {
            for (Path each : children(ext)) {
                List<Path> jars = children(each).stream()
                        .filter(file -> file.toString().endsWith(".jar"))
                        .toList();
                if (!jars.isEmpty()) {
                    String name = each.getFileName().toString();
                    all.add(new Connector(name, each, jars.size(), loader(name, jars, parent)));
                }
            }
        });
        return new Connectors(List.copyOf(all));
    }

    private static ClassLoader loader(String name, List<Path> jars, ClassLoader parent) {
        URL[] urls = jars.stream().map(Connectors::url).toArray(URL[]::new);
        return new URLClassLoader("sss-ext-" + name, urls, parent);
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> children(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new SssException(ErrorCode.STORAGE, "the connectors in " + directory + " cannot be listed: " + e, e);
        }
    }

    /** Returns the directory of the system property, or the one beside the jar of this class. */
    static Optional<Path> directory() {
        String given = System.getProperty(DIRECTORY);
        if (given != null) {
            return Optional.of(Path.of(given).toAbsolutePath());
        }
        CodeSource source = Connectors.class.getProtectionDomain().getCodeSource();
        try {
            Path lib = source == null
                    ? null
                    : Path.of(source.getLocation().toURI()).getParent();
            return lib == null || !lib.endsWith(LIB) ? Optional.empty() : Optional.of(lib.resolveSibling(EXT));
        } catch (URISyntaxException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns the connectors with jars of their own. */
    public List<Connector> installed() {
        return all.stream().filter(connector -> connector.directory() != null).toList();
    }

    /** Passes on all implementations of a service, with the connector that has each. */
    <T> void load(Class<T> service, Consumer<Loaded<T>> to) {
        for (Connector connector : all) {
            found(service, connector).forEach(each -> to.accept(new Loaded<>(connector, each)));
        }
    }

    private static <T> List<T> found(Class<T> service, Connector connector) {
        List<T> found = new ArrayList<>();
        try {
            ServiceLoader.load(service, connector.loader()).forEach(found::add);
            return found;
        } catch (ServiceConfigurationError e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the connector '" + connector.name() + "' cannot be loaded: " + e.getMessage()
                            + "; unpack its package again, of the version of this SSS",
                    e);
        }
    }

    /** Returns all implementations of a service. */
    public <T> List<T> load(Class<T> service) {
        List<T> found = new ArrayList<>();
        load(service, each -> found.add(each.provider()));
        return found;
    }

    record Loaded<T>(Connector connector, T provider) {
        /** Returns the settings in the file of the connector. */
        Properties settings(String name) {
            Properties settings = new Properties();
            Path file =
                    connector.directory() == null ? null : connector.directory().resolve(name + ".properties");
            if (file != null && Files.exists(file)) {
                try (InputStream in = Files.newInputStream(file)) {
                    settings.load(in);
                } catch (IOException | IllegalArgumentException e) {
                    throw new SssException(
                            ErrorCode.INVALID_ARGUMENT, "the settings " + file + " cannot be read: " + e, e);
                }
            }
            return settings;
        }
    }
}
