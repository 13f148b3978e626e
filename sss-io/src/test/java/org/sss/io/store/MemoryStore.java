package org.sss.io.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Files {@code mem://...} of this process; a path that ends with a star has all that start with the rest. */
public final class MemoryStore implements FileStore {
    public static final Map<String, byte[]> FILES = new ConcurrentSkipListMap<>();

    @Override
    public String scheme() {
        return "mem";
    }

    @Override
    public String absolute(String path) {
        return path;
    }

    @Override
    public List<StoredFile> list(String argument) {
        String prefix = argument.replaceFirst("\\*$", "");
        List<StoredFile> found = FILES.entrySet().stream()
                .filter(file -> argument.endsWith("*")
                        ? file.getKey().startsWith(prefix)
                        : file.getKey().equals(prefix))
                .map(file -> new StoredFile(file.getKey(), file.getValue().length, "v1"))
                .toList();
        if (found.isEmpty()) {
            throw new SssException(ErrorCode.NOT_FOUND, "no file matches '" + argument + "'");
        }
        return found;
    }

    private static byte[] content(String path) throws NoSuchFileException {
        byte[] content = FILES.get(path);
        if (content == null) {
            throw new NoSuchFileException(path);
        }
        return content;
    }

    @Override
    public StoredFile stat(String path) throws NoSuchFileException {
        return new StoredFile(path, content(path).length, "v1");
    }

    @Override
    public InputStream open(StoredFile file, long from, long to) throws NoSuchFileException {
        if (!file.version().equals("v1")) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "another version");
        }
        byte[] content = content(file.path());
        return new ByteArrayInputStream(content, (int) from, (int) (Math.min(to, content.length) - from));
    }

    @Override
    public PendingFile create(String path, String creator, boolean replacing) {
        return new Pending(path, new ByteArrayOutputStream());
    }

    private record Pending(String target, ByteArrayOutputStream content) implements PendingFile {
        @Override
        public OutputStream out() {
            return content;
        }

        @Override
        public void prepare() {
            // complete
        }

        @Override
        public void publish() {
            FILES.put(target, content.toByteArray());
        }

        @Override
        public void discard() {
            FILES.remove(target);
        }
    }
}
