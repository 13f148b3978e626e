package org.sss.net.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** An open file of a {@link FailingDisk}. A failing write writes half of its bytes. */
final class FailingChannel extends FileChannel {
    private final FailingDisk disk;
    private final Path file;
    private final FileChannel real;

    FailingChannel(FailingDisk disk, Path file, FileChannel real) {
        this.disk = disk;
        this.file = file;
        this.real = real;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        try {
            disk.change("write", file);
        } catch (Throwable e) {
            real.write(half(from));
            throw e;
        }
        return real.write(from);
    }

    private static ByteBuffer half(ByteBuffer from) {
        return from.duplicate().limit(from.position() + from.remaining() / 2);
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) throws IOException {
        try {
            disk.change("write", file);
        } catch (Throwable e) {
            for (int i = offset; i < offset + length; i++) {
                real.write(i == offset + length - 1 ? half(from[i]) : from[i].duplicate());
            }
            throw e;
        }
        return real.write(from, offset, length);
    }

    @Override
    public int write(ByteBuffer from, long position) throws IOException {
        try {
            disk.change("write", file);
        } catch (Throwable e) {
            real.write(half(from), position);
            throw e;
        }
        return real.write(from, position);
    }

    @Override
    public void force(boolean metaData) throws IOException {
        disk.change("force", file);
        real.force(metaData);
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        disk.change("truncate", file);
        real.truncate(size);
        return this;
    }

    @Override
    protected void implCloseChannel() throws IOException {
        real.close();
    }

    @Override
    public long size() throws IOException {
        return real.size();
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        return real.read(to);
    }

    @Override
    public long read(ByteBuffer[] to, int offset, int length) throws IOException {
        return real.read(to, offset, length);
    }

    @Override
    public int read(ByteBuffer to, long position) throws IOException {
        return real.read(to, position);
    }

    @Override
    public long position() throws IOException {
        return real.position();
    }

    @Override
    public FileChannel position(long position) throws IOException {
        real.position(position);
        return this;
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel from, long position, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        throw new UnsupportedOperationException();
    }
}
