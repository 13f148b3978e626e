package org.sss.dataserver;

import io.netty.channel.FileRegion;

/**
 * Blocks in a file, to be sent from there. Immutable.
 *
 * @param bytes  counted by references: whoever has it releases it
 * @param tuples that end in these blocks
 */
record FileBlocks(FileRegion bytes, long tuples) {
}
