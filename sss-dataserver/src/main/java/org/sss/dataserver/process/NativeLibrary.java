package org.sss.dataserver.process;

import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.kvs.library.KvsException;
import org.sss.kvs.library.KvsLibrary;

/**
 * Loads the native library of the store when a process starts, and not at the first write, which may be hours later.
 * Stateless.
 */
public final class NativeLibrary {
    private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);
    /**
     * Properties of other libraries that copy themselves to {@code java.io.tmpdir} as well. Set before they are used.
     */
    private static final String[] DIRECTORIES_OF_OTHERS = {"io.netty.native.workdir", "ZstdTempFolder"};

    private NativeLibrary() {}

    /**
     * Loads it. If {@code java.io.tmpdir} is mounted noexec or cannot be written, the directory that works is used for
     * the native libraries of Netty and Zstd, too, unless their properties name one.
     *
     * @param directory to use instead, which is created; or null
     * @throws SssException {@link ErrorCode#STORAGE} with the error of each directory and the properties that may help;
     *     on another system than Linux, with the remedy
     */
    public static void load(Path directory) {
        if (!KvsLibrary.isSupported()) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    "SSS nodes run on Linux only, also those of LocalCluster and 'sss local', and this is "
                            + System.getProperty("os.name")
                            + "; run them in a container, in a virtual machine or in WSL 2, and connect from here with"
                            + " SssClient.connect(\"HOST:PORT\") or --cluster HOST:PORT");
        }
        try {
            Path used = KvsLibrary.load(directory);
            if (used != null && !used.equals(Path.of(System.getProperty("java.io.tmpdir")))) {
                useForOthers(used.toAbsolutePath());
            }
        } catch (KvsException e) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    "nothing can be stored without the native library of the store: " + e.getMessage(),
                    e);
        }
    }

    private static void useForOthers(Path directory) {
        boolean isNews = false;
        for (String property : DIRECTORIES_OF_OTHERS) {
            if (System.getProperty(property) == null) {
                System.setProperty(property, directory.toString());
                isNews = true;
            }
        }
        if (isNews) {
            LOG.warn(
                    "No native library can be loaded from {} (java.io.tmpdir): it is mounted noexec or cannot be "
                            + "written. They are loaded from"
                            + " {} instead",
                    System.getProperty("java.io.tmpdir"),
                    directory);
        }
    }
}
