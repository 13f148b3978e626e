package org.sss.net.transport.ucx;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.SssException;
import org.sss.net.transport.ring.RingMemory;
import org.sss.net.transport.ring.RingProvider;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.ring.RingWord;

/** Makes memory that peers write by UCX. Thread-safe. */
public final class UcxRings implements RingProvider {
    /**
     * RDMA. Not a socket, which is slower than {@code net.transport = tcp}; and not shared memory, since libucx 1.13
     * ends this process if a peer dies between the description of its memory and the attempt to attach it.
     */
    public static final String DEFAULT_TLS = "rc";

    private static final Pattern SHARED = Pattern.compile("(^|,)(sm|shm|mm|posix|sysv|xpmem|all)(,|$)");
    private static final Logger LOG = LoggerFactory.getLogger(UcxRings.class);
    private static final long ACCEPT_TIMEOUT_MILLIS = 40_000; // UCX itself fails after 30 s

    private final UcxThread thread;

    private UcxRings(UcxThread thread) {
        this.thread = thread;
    }

    /**
     * Starts UCX.
     *
     * @param tls transports, as in {@code UCX_TLS}
     * @param devices as in {@code UCX_NET_DEVICES}
     * @throws SssException with the remedy, if it cannot be used
     */
    public static UcxRings open(String tls, String devices) {
        LockedMemory.ofThisProcess().requireFor(tls);
        Map<String, String> config = new LinkedHashMap<>();
        config.put("TLS", tls);
        config.put("NET_DEVICES", devices);
        if (SHARED.matcher(tls).find()) {
            config.put(
                    "MM_ERROR_HANDLING", "y"); // otherwise endpoints through shared memory cannot have an error handler
        }
        UcxRings rings = new UcxRings(UcxThread.start(config));
        LOG.info("UCX runs with the transports {} on the devices {}", tls, devices);
        return rings;
    }

    @Override
    public String name() {
        return "ucx";
    }

    @Override
    public boolean reachesOtherMachines() {
        return true;
    }

    @Override
    public Offer offer(RingShape shape) {
        return thread.call(() -> {
            UcxRegion region = UcxRegion.allocate(thread.context(), shape);
            byte[] description = describe(region);
            return new Offered(thread, UcxMemory.allocate(thread, shape, region), description);
        });
    }

    private byte[] describe(UcxRegion region) {
        ByteBuffer worker = thread.worker().getAddress();
        byte[] address = new byte[worker.remaining()];
        worker.get(address);
        return new UcxDescription(address, region.address(), region.remoteKey()).encode();
    }

    private record Offered(UcxThread thread, UcxMemory ring, byte[] description) implements Offer {
        @Override
        public RingMemory memory() {
            return ring;
        }

        @Override
        public void taken(byte[] answer) {
            UcxDescription peer = UcxDescription.decode(answer);
            thread.execute(() -> connect(ring, peer));
        }
    }

    private static void connect(UcxMemory memory, UcxDescription peer) {
        try {
            memory.link().connect(peer);
        } catch (RuntimeException e) {
            memory.link().fail(UcxErrors.of(e).getMessage());
        }
    }

    /**
     * The memory of the peer is opened once a word has arrived there, so that a peer which cannot be reached keeps its
     * socket.
     */
    @Override
    public CompletionStage<Accepted> accept(RingShape shape, byte[] description) {
        CompletableFuture<Accepted> accepted = new CompletableFuture<>();
        accepted.orTimeout(ACCEPT_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        thread.execute(() -> {
            try {
                UcxDescription peer = UcxDescription.decode(description);
                UcxRegion region = UcxRegion.allocate(thread.context(), shape);
                byte[] answer = describe(region);
                UcxMemory memory = UcxMemory.allocate(thread, shape, region);
                accepted.whenComplete((done, error) -> {
                    if (error != null) {
                        memory.close();
                    }
                });
                memory.outbox().set(RingWord.HEAD, 0);
                connect(memory, peer);
                memory.reached().whenComplete((done, error) -> {
                    if (error == null) {
                        accepted.complete(new Accepted(memory, answer));
                    } else {
                        accepted.completeExceptionally(error);
                    }
                });
            } catch (RuntimeException e) {
                accepted.completeExceptionally(e instanceof SssException ? e : UcxErrors.of(e));
            }
        });
        return accepted;
    }

    @Override
    public void close() {
        thread.close();
    }
}
