package org.sss.dataserver.scan;

import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.ServerThreads;
import org.sss.dataserver.process.SpinThenParkQueue;
import org.sss.net.peer.Peer;
import org.sss.net.peer.PeerLimit;
import org.sss.net.transport.Stream;

/**
 * Active remote scans and requests for keys: their threads, timer, and limits. Each kind has its own threads:
 * requests for keys, which take microseconds, must not wait for the time slices of scans. Thread-safe.
 */
public final class Scans implements AutoCloseable {
    /** Limit of the bytes of requests for keys that wait or are being answered. */
    private static final int MAX_REQUEST_BYTES = 64 << 20;

    private final DataServerConfig config;
    private final ExecutorService scanThreads;
    private final ExecutorService keyThreads;
    private final ScheduledThreadPoolExecutor timer;
    private final PeerLimit scans;
    private final PeerLimit requestBytes = new PeerLimit("bytes of requests for keys to answer", MAX_REQUEST_BYTES);
    private final Set<ScanStream> open = ConcurrentHashMap.newKeySet();

    public Scans(DataServerConfig config) {
        this.config = config;
        scanThreads = threads("sss-scan-", new LinkedBlockingQueue<>());
        keyThreads = threads("sss-get-", new SpinThenParkQueue());
        timer = new ScheduledThreadPoolExecutor(1, task -> ServerThreads.of(task, "sss-scan-timer"));
        timer.setRemoveOnCancelPolicy(true);
        scans = new PeerLimit("scans at work (maxScans)", config.requests().maxScans());
    }

    /** The open scans and requests for keys. */
    public PeerLimit open() {
        return scans;
    }

    private ExecutorService threads(String name, BlockingQueue<Runnable> work) {
        AtomicInteger next = new AtomicInteger();
        return ServerThreads.pool(
                config.threads().scan(), task -> ServerThreads.of(task, name + next.getAndIncrement()), work);
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED} */
    public ScanStream start(Stream stream, Supplier<? extends StreamFrames> opener) {
        return start("a scan", stream, opener, scanThreads, () -> {});
    }

    /**
     * Starts to send files, which takes its turn among the scans.
     *
     * @throws SssException {@link ErrorCode#OVERLOADED}
     */
    public ScanStream startFiles(Stream stream, Supplier<? extends StreamFrames> opener) {
        return start("a fetch of segments", stream, opener, scanThreads, () -> {});
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED} */
    public ScanStream startKeys(byte[] request, Stream stream, Function<byte[], ? extends StreamFrames> opener) {
        Peer peer = stream.peer();
        requestBytes.take(peer, request.length);
        boolean started = false;
        try {
            ScanStream keys = start(
                    "a request for keys",
                    stream,
                    () -> opener.apply(request),
                    keyThreads,
                    () -> requestBytes.free(peer, request.length));
            started = true;
            return keys;
        } finally {
            if (!started) {
                requestBytes.free(peer, request.length);
            }
        }
    }

    private ScanStream start(
            String what,
            Stream stream,
            Supplier<? extends StreamFrames> opener,
            ExecutorService threads,
            Runnable onOver) {
        Peer peer = stream.peer();
        scans.take(peer, 1);
        ScanStream[] scan = new ScanStream[1];
        scan[0] = new ScanStream(what, stream, opener, threads, timer, config, () -> {
            open.remove(scan[0]);
            scans.free(peer, 1);
            onOver.run();
        });
        open.add(scan[0]);
        scan[0].requestSlice();
        return scan[0];
    }

    /** Aborts all scans. */
    @Override
    public void close() {
        open.forEach(scan -> scan.stop(new SssException(ErrorCode.CLOSED, "the data server is stopping")));
        scanThreads.shutdown();
        keyThreads.shutdown();
        awaitEnd(scanThreads);
        awaitEnd(keyThreads);
        timer.shutdownNow();
    }

    private static void awaitEnd(ExecutorService threads) {
        try {
            threads.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
