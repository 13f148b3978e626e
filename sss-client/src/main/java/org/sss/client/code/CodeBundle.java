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
import java.util.zip.ZipFile;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.SssException;
import org.sss.api.Workflow;
import org.sss.io.Sources;
import org.sss.net.block.KeyHash;
import org.sss.net.transport.Connection;

/**
 * The jars that a workflow needs on the nodes, identified by the SHA-256 of their content. Jars are sent unchanged;
 * class directories, nested jars and classes without a file are packed when their content is needed. One thread at a
 * time; closing it deletes packed jars.
 */
public final class CodeBundle implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 << 10;
    /**
     * Where the code is that nodes have. Without this module, as nodes run without it, and its examples are sent like
     * other code. In a program packed as one jar, that jar.
     */
    private static final Set<CodeSource> OWN = Stream.of(Job.class, Connection.class, KeyHash.class, Sources.class)
            .map(type -> type.getProtectionDomain().getCodeSource())
            .filter(Objects::nonNull)
            .collect(Collectors.toSet());

    private static final String OWN_PACKAGES = "org.sss.";

    /** By id. */
    private final Map<String, CodePart> parts = new LinkedHashMap<>();
    /** Jars of parts that are not files. */
    private final Map<CodePart, Path> packed = new LinkedHashMap<>();

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
        workflow.jarsOf().forEach(code::note);
        Set<CodePart> parts = new LinkedHashSet<>(code.parts());
        if (!code.loaded().isEmpty()) {
            parts.add(code.loaded().read(file -> workflow.jars().stream().anyMatch(jar -> contains(jar, file))));
        }
        workflow.jars()
                .forEach(jar ->
                        parts.add(new CodePart.OfFile(jar.toAbsolutePath().normalize())));
        CodeBundle bundle = new CodeBundle(ids);
        try {
            for (CodePart part : parts) {
                bundle.add(part);
            }
            return bundle;
        } catch (IOException | UncheckedIOException e) {
            bundle.close();
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "cannot read the code of workflow '" + workflow.name() + "': " + e
                            + "; check the jar or class directory",
                    e);
        }
    }

    /** In the order of the class path. */
    public List<String> ids() {
        return List.copyOf(parts.keySet());
    }

    /** Returns a file with the content of that id, valid until this is closed; null if there is none. */
    public Path jar(String id) throws IOException {
        CodePart part = parts.get(id);
        return part == null ? null : jarOf(part);
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

    /** Returns whether it is neither of Java nor of SSS, with this module and its examples; all may be in one jar. */
    static boolean isOfUser(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null || type.isHidden()) {
            return false;
        }
        boolean isWithSss = OWN.contains(source)
                || source.equals(CodeBundle.class.getProtectionDomain().getCodeSource());
        return !isWithSss || !type.getName().startsWith("org.sss.");
    }

    private static boolean isOwnCode(Class<?> type) {
        return type.getName().startsWith(OWN_PACKAGES)
                && OWN.contains(type.getProtectionDomain().getCodeSource());
    }

    private static boolean isOfSharedLoader(Class<?> type) {
        ClassLoader loader = CodeBundle.class.getClassLoader();
        while (loader != null && loader != type.getClassLoader()) {
            loader = loader.getParent();
        }
        return loader != null;
    }

    private static boolean contains(Path jar, String file) {
        if (Files.isDirectory(jar)) {
            return Files.isRegularFile(jar.resolve(file));
        }
        try (ZipFile opened = new ZipFile(jar.toFile())) {
            return opened.getEntry(file) != null;
        } catch (IOException e) {
            return false;
        }
    }

    private void add(CodePart part) throws IOException {
        parts.put(part.id(ids, () -> idOf(jarOf(part))), part);
    }

    private Path jarOf(CodePart part) throws IOException {
        Path file = part.file() != null ? part.file() : packed.get(part);
        return file != null ? file : pack(part);
    }

    private Path pack(CodePart part) throws IOException {
        Path jar = Files.createTempFile("sss-code-", ".jar");
        packed.put(part, jar);
        try (OutputStream out = Files.newOutputStream(jar)) {
            part.write(out);
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
