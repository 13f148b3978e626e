package org.sss.dataserver;

import java.nio.file.Path;
import org.sss.api.SssException;
import org.sss.dataserver.fsck.Fsck;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;

/**
 * A process that looks at stored tuples, and prints what fsck says and then what a reader of group 7, subgroup 3, gets.
 */
public final class WithoutZstd {
    private WithoutZstd() {}

    public static void main(String[] arguments) {
        Path directory = Path.of(arguments[0]);
        Fsck.verify(directory, finding -> System.out.println(finding.text()));
        try (TestNode node = TestNode.open(directory);
                BlockSource blocks = node.server().blocks(7, 3)) {
            System.out.println("read: " + blocks.next(new BlockReader()));
        } catch (SssException e) {
            System.out.println("read: " + e.getMessage());
        }
    }
}
