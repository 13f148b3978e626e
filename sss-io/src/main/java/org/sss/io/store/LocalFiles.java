package org.sss.io.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The files of this machine. Immutable. */
final class LocalFiles implements FileStore {
    private final FileAccess access;

    LocalFiles(FileAccess access) {
        this.access = access;
    }

    @Override
    public String scheme() {
        return "file";
    }

    @Override
    public String absolute(String path) {
        return Path.of(path).toAbsolutePath().normalize().toString();
    }

    /** {@inheritDoc} Finds any file: clients search, and tasks are checked when they open one. */
    @Override
    public List<StoredFile> list(String argument) {
        List<StoredFile> files = new ArrayList<>();
        for (Path file : LocalSearch.files(argument)) {
            try {
                files.add(new StoredFile(file.toString(), Files.size(file), ""));
            } catch (IOException e) {
                throw new SssException(ErrorCode.INVALID_ARGUMENT, "file '" + file + "' cannot be read: " + e, e);
            }
        }
        return files;
    }

    @Override
    public StoredFile stat(String path) throws IOException {
        return new StoredFile(path, Files.size(access.readable(Path.of(path))), "");
    }

    @Override
    public InputStream open(StoredFile file, long from, long to) throws IOException {
        FileChannel channel = FileChannel.open(access.readable(Path.of(file.path())), StandardOpenOption.READ);
        try {
            if (channel.size() < file.bytes()) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "file '" + file.path() + "' has " + channel.size()
                                + " bytes on the node of this task, it had " + file.bytes()
                                + " when the workflow was submitted;"
                                + " all nodes must see the same file, and it must not be modified before the workflow "
                                + "has"
                                + " ended");
            }
            channel.position(from);
            InputStream rest = Channels.newInputStream(channel);
            return to == END ? rest : new BoundedStream(rest, to - from);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public PendingFile create(String path, String creator, boolean replacing) throws IOException {
        Path target = Path.of(path);
        access.checkWritable(target);
        if (!replacing && Files.exists(target)) {
            throw new SssException(
                    ErrorCode.ALREADY_EXISTS,
                    "file '" + target + "' exists already; write to another directory, or" + " call replacing()");
        }
        makeDirectory(target.getParent());
        LocalPendingFile file = LocalPendingFile.create(target, creator);
        access.created(file.file());
        return file;
    }

    private void makeDirectory(Path directory) throws IOException {
        List<Path> missing = new ArrayList<>();
        for (Path each = directory; each != null && !Files.exists(each); each = each.getParent()) {
            missing.add(0, each);
        }
        try {
            for (Path each : missing) {
                makeOne(each);
            }
            Files.createDirectories(directory);
        } catch (FileAlreadyExistsException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + directory + "' is a file, but a directory is needed, for one file of"
                            + " each task; name another",
                    e);
        }
    }

    private void makeOne(Path directory) throws IOException {
        try {
            Files.createDirectory(directory);
        } catch (FileAlreadyExistsException e) {
            return; // by another task
        }
        access.created(directory);
    }
}
