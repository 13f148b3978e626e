package org.sss.cli.security;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sss.api.Codecs;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.AttemptWriter;
import org.sss.client.DistributedWrite;
import org.sss.client.SssClient;
import org.sss.client.WriteTicket;

/**
 * A process that writes with a ticket, or opens a write and does not end: {@code write ADDRESS TICKET SOURCE RESULT} or
 * {@code open ADDRESS TICKET}.
 */
final class TicketProgram {
    static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    static final long TUPLES = 10_000;

    private TicketProgram() {}

    public static void main(String[] args) throws Exception {
        try (SssClient client = SssClient.connect(args[1])) {
            if (args[0].equals("open")) {
                DistributedWrite<Long, Long> write = client.openWrite(NUMBERS, 1);
                save(write.ticket(), Path.of(args[2]));
                Thread.sleep(Long.MAX_VALUE);
            } else {
                write(client, Path.of(args[2]), Integer.parseInt(args[3]), Path.of(args[4]));
            }
        } catch (SssException e) {
            System.out.println(e.code() + ": " + e.getMessage());
            System.exit(2);
        }
    }

    private static void write(SssClient client, Path ticketFile, int source, Path result) throws Exception {
        @SuppressWarnings("unchecked") // of NUMBERS
        WriteTicket<Long, Long> ticket = (WriteTicket<Long, Long>) load(ticketFile);
        try (AttemptWriter<Long, Long> writer =
                ticket.writer(client, source, ProcessHandle.current().pid())) {
            for (long key = 0; key < TUPLES; key++) {
                writer.append(key, (long) source);
            }
            save(writer.finish(), result);
        }
    }

    static void save(Object object, Path file) throws IOException {
        Path whole = Path.of(file + ".tmp");
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(whole))) {
            out.writeObject(object);
        }
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
    }

    static Object load(Path file) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
            return in.readObject();
        }
    }
}
