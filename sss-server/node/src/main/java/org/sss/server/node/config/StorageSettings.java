package org.sss.server.node.config;

import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.DataServerConfig.Layout;
import org.sss.dataserver.process.DataServerConfig.SegmentFileWriter;

/**
 * What a node stores, and how. Immutable.
 *
 * @param layout       of new groups
 * @param writer       what writes segment files
 * @param memoryBytes  for tuples that are not committed, with {@code MEMORY} also for committed ones
 * @param syncsCommits whether a commit waits for the disk
 * @param blobBytes    limit of the blobs on disk
 */
public record StorageSettings(
        Layout layout, SegmentFileWriter writer, long memoryBytes, boolean syncsCommits, long blobBytes) {
    static StorageSettings of(SettingValues values) {
        return new StorageSettings(
                values.get(Settings.STORAGE_LAYOUT),
                values.get(Settings.STORAGE_WRITER),
                values.get(Settings.DATA_MEMORY, DataServerConfig.defaultMemoryBytes()),
                values.get(Settings.DURABILITY).equals("commit"),
                values.get(Settings.BLOBS_SIZE));
    }
}
