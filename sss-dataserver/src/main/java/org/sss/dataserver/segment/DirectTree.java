package org.sss.dataserver.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.sss.kvs.format.BdbFileWriter;

/** Written by SSS: each leaf by one system call, from where its blocks are. One thread at a time. */
final class DirectTree implements SegmentTree {
    private final BdbFileWriter writer;

    DirectTree(Path file, ByteBuffer heads) throws IOException {
        writer = BdbFileWriter.create(file, heads);
    }

    @Override
    public boolean hasRoom(int run, int keyBytes) {
        return writer.hasRoom(run, keyBytes);
    }

    @Override
    public long waitingBytes() {
        return writer.openLeafBytes();
    }

    @Override
    public long add(int run, byte[] key, int keyBytes, ByteBuffer block) {
        return writer.add(run, key, keyBytes, block);
    }

    @Override
    public void flush() throws IOException {
        writer.flush();
    }

    @Override
    public void startWriteBack() {
        writer.startWriteBack();
    }

    @Override
    public long finish() throws IOException {
        return writer.finish();
    }

    @Override
    public FileChannel channel() {
        return writer.channel();
    }

    @Override
    public long offset(int run, int block, long added) {
        return added;
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
