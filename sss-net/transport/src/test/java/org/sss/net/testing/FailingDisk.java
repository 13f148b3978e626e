package org.sss.net.testing;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The disk of the machine, on which any change can be made to fail: {@link #path} gives a path on it. A change is
 * reported as {@code OPERATION FILE}, as in {@code force journal}. Thread-safe.
 */
public final class FailingDisk extends FileSystemProvider {
    /** All changes, including the failed one. */
    public final List<String> changes = new CopyOnWriteArrayList<>();
    /**
     * Called before each change; the change fails with the exception that it throws, which may be an {@link
     * IOException}.
     */
    public volatile Consumer<String> before = change -> {};

    private final FileSystem fileSystem = new Files();

    public Path path(Path real) {
        return (Path) Proxy.newProxyInstance(
                Path.class.getClassLoader(), new Class<?>[] {Path.class}, (proxy, method, args) -> {
                    if (method.getName().equals("getFileSystem")) {
                        return fileSystem;
                    }
                    Object[] unwrapped = args == null
                            ? null
                            : Stream.of(args).map(FailingDisk::unwrapped).toArray();
                    try {
                        Object result = method.invoke(real, unwrapped);
                        return result instanceof Path p ? path(p) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static Object unwrapped(Object argument) {
        return argument instanceof Path p ? real(p) : argument;
    }

    private static Path real(Path path) {
        return Proxy.isProxyClass(path.getClass()) ? Path.of(path.toString()) : path;
    }

    void change(String operation, Path file) {
        String change = operation + " " + real(file).getFileName();
        changes.add(change);
        before.accept(change);
    }

    /** Throws the exception without wrapping it. */
    @SuppressWarnings("unchecked")
    public static <T extends Throwable> void fail(Throwable why) throws T {
        throw (T) why;
    }

    private static FileSystemProvider provider(Path path) {
        return real(path).getFileSystem().provider();
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        change("open", path);
        return new FailingChannel(this, real(path), provider(path).newFileChannel(real(path), options, attributes));
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return options.contains(StandardOpenOption.WRITE)
                ? newFileChannel(path, options, attributes)
                : provider(path).newByteChannel(real(path), options, attributes);
    }

    @Override
    public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
        provider(path).createDirectory(real(path), attributes);
    }

    @Override
    public void delete(Path path) throws IOException {
        change("delete", path);
        provider(path).delete(real(path));
    }

    @Override
    public void move(Path from, Path to, CopyOption... options) throws IOException {
        change("move", from);
        provider(from).move(real(from), real(to), options);
    }

    @Override
    public void copy(Path from, Path to, CopyOption... options) throws IOException {
        change("copy", from);
        provider(from).copy(real(from), real(to), options);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path path, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        return provider(path).newDirectoryStream(real(path), filter);
    }

    @Override
    public boolean isSameFile(Path path, Path other) throws IOException {
        return provider(path).isSameFile(real(path), real(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return provider(path).isHidden(real(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return provider(path).getFileStore(real(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        provider(path).checkAccess(real(path), modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return provider(path).getFileAttributeView(real(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return provider(path).readAttributes(real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        return provider(path).readAttributes(real(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        provider(path).setAttribute(real(path), attribute, value, options);
    }

    @Override
    public String getScheme() {
        return "failing";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return fileSystem;
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException();
    }

    /** Connects paths with this disk; other methods are not supported. */
    private final class Files extends FileSystem {
        @Override
        public FileSystemProvider provider() {
            return FailingDisk.this;
        }

        @Override
        public void close() {
            // There is nothing to close.
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public String getSeparator() {
            return "/";
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return Set.of("basic");
        }

        @Override
        public Path getPath(String first, String... more) {
            return path(Path.of(first, more));
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            throw new UnsupportedOperationException();
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            throw new UnsupportedOperationException();
        }

        @Override
        public WatchService newWatchService() {
            throw new UnsupportedOperationException();
        }
    }
}
