package org.sss.client.code;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.SssException;
import org.sss.api.Workflow;
import org.sss.io.Sources;
import org.sss.net.block.KeyHash;

/**
 * The jars that a workflow needs on the nodes, identified by the SHA-256 of their content. Jars are sent unchanged; class
 * directories are packed when their content is needed. One thread at a time; closing it deletes packed jars.
 */
public final class CodeBundle implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 << 10;
    /** Code that nodes have. Without this module, as nodes run without it, and its examples are sent like other code. */
    private static final Set<CodeSource> OWN = Stream.of(Job.class, KeyHash.class, Sources.class)
            .map(type -> type.getProtectionDomain().getCodeSource()).filter(Objects::nonNull).collect(Collectors.toSet());

    /** Jars and class directories by id. */
    private final Map<String, Path> sources = new LinkedHashMap<>();
    /** Jars of class directories. */
    private final Map<Path, Path> packed = new LinkedHashMap<>();
    private final CodeIds ids;

    private CodeBundle(CodeIds ids) {
        this.ids = ids;
    }

    /** @param sharedClasses whether the nodes run in this JVM and so have all classes of the class loader of SSS */
    public static CodeSources sources(boolean sharedClasses) {
        return new CodeSources(sharedClasses ? CodeBundle::isOfSharedLoader : CodeBundle::isOwnCode);
    }

    /**
     * @param code the code of the jobs of the workflow
     * @param ids  cache of the ids of earlier workflows
     */
    public static CodeBundle of(Workflow workflow, CodeSources code, CodeIds ids) {
        Set<Path> sources = new LinkedHashSet<>(code.paths());
        workflow.jars().forEach(jar -> sources.add(jar.toAbsolutePath().normalize()));
        CodeBundle bundle = new CodeBundle(ids);
        try {
            for (Path source : sources) {
                bundle.add(source);
            }
            return bundle;
        } catch (IOException | UncheckedIOException e) {
            bundle.close();
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "cannot read the code of workflow '" + workflow.name() + "': "
                    + e + "; check the jar or class directory", e);
        }
    }

    /** In the order of the class path. */
    public List<String> ids() {
        return List.copyOf(sources.keySet());
    }

    /** Returns a file with the content of that id, valid until this is closed; null if there is none. */
    public Path jar(String id) throws IOException {
        Path source = sources.get(id);
        return source == null ? null : jarOf(source);
    }

    public static String idOf(byte[] content) {
        return HexFormat.of().formatHex(sha256().digest(content));
    }

    @Override
    public void close() {
        for (Path file : packed.values()) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                file.toFile().deleteOnExit();
            }
        }
    }

    private static boolean isOwnCode(Class<?> type) {
        return OWN.contains(type.getProtectionDomain().getCodeSource());
    }

    private static boolean isOfSharedLoader(Class<?> type) {
        ClassLoader loader = CodeBundle.class.getClassLoader();
        while (loader != null && loader != type.getClassLoader()) {
            loader = loader.getParent();
        }
        return loader != null;
    }

    private void add(Path source) throws IOException {
        sources.put(ids.id(source, () -> idOf(jarOf(source))), source);
    }

    private Path jarOf(Path source) throws IOException {
        if (!Files.isDirectory(source)) {
            return source;
        }
        Path known = packed.get(source);
        return known != null ? known : pack(source);
    }

    private Path pack(Path directory) throws IOException {
        Path jar = Files.createTempFile("sss-code-", ".jar");
        packed.put(directory, jar);
        try (OutputStream out = Files.newOutputStream(jar)) {
            DirectoryJar.write(directory, out);
        }
        return jar;
    }

    private static String idOf(Path file) throws IOException {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int n; (n = in.read(buffer)) > 0; ) {
                digest.update(buffer, 0, n);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
