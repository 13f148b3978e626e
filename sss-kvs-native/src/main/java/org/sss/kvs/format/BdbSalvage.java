package org.sss.kvs.format;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;

/**
 * Finds what is left of the records of a file in which a read or a write has failed, and which was closed after that. The library
 * marks such a file and opens it no more, though most often all pages but one are whole. One thread at a time.
 *
 * <p>Pages are found one after the other, as by {@link BdbRecords}; after a damaged one, at the next offset where a
 * page may start and where all of it fits. So a record may be returned more than once, and a deleted one may be
 * returned too: the caller must know which records there should be. There are no checksums.
 */
public final class BdbSalvage {
    private final FileWindow bytes;
    private final BdbHeader header;
    private final BdbRecords checked;
    private final BdbRecords visited;

    private BdbSalvage(FileWindow bytes, BdbHeader header, int headBytes, BdbRecords.Visitor visitor) {
        this.bytes = bytes;
        this.header = header;
        checked = new BdbRecords(bytes, header, 0, (key, keyBytes, valueAt, valueBytes, head) -> { });
        visited = new BdbRecords(bytes, header, headBytes, visitor);
    }

    /**
     * Visits what is found. Of a page that does not fit no record is visited.
     *
     * @param headBytes how many bytes of each value the visitor wants to see
     * @return how many records were visited
     * @throws KvsException {@link KvsError#NOT_CLOSED} (where whatever there is may be older than what was in memory),
     *     {@link KvsError#META}, {@link KvsError#NOFILE}, {@link KvsError#IO}
     */
    public static long walk(Path file, int headBytes, BdbRecords.Visitor visitor) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            FileWindow bytes = new FileWindow(channel, file);
            BdbSalvage walk = new BdbSalvage(bytes, BdbHeader.readOfFailed(bytes, channel.size()), headBytes, visitor);
            walk.pages();
            return walk.visited.records();
        } catch (NoSuchFileException e) {
            throw new KvsException(KvsError.NOFILE, file, "finding what is left of its records", e);
        } catch (IOException e) {
            throw new KvsException(KvsError.IO, file, "finding what is left of its records: " + e.getMessage(), e);
        }
    }

    private void pages() throws IOException {
        for (long at = header.firstPageAt(); at < header.contentBytes(); ) {
            if (isWhole(at)) {
                bytes.moveTo(at);
                visited.next();
                at = bytes.at();
            } else {
                at = (at / header.alignment() + 1) * header.alignment();
            }
        }
    }

    private boolean isWhole(long at) throws IOException {
        bytes.moveTo(at);
        try {
            checked.next();
            return bytes.at() <= header.contentBytes();
        } catch (KvsException e) {
            if (e.error() != KvsError.DAMAGED) {
                throw e;
            }
            return false;
        }
    }
}
