package org.sss.dataserver;

import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.copy.Copies;
import org.sss.dataserver.copy.SentFiles;
import org.sss.dataserver.group.GroupListener;
import org.sss.dataserver.group.Groups;
import org.sss.dataserver.group.PutReceiver;
import org.sss.dataserver.run.BlockSlots;
import org.sss.dataserver.scan.Scans;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Abort;
import org.sss.net.control.DataVerbs.Check;
import org.sss.net.control.DataVerbs.Commit;
import org.sss.net.control.DataVerbs.Create;
import org.sss.net.control.DataVerbs.Drop;
import org.sss.net.control.DataVerbs.Fetch;
import org.sss.net.control.DataVerbs.Forget;
import org.sss.net.control.DataVerbs.Put;
import org.sss.net.control.DataVerbs.Replicate;
import org.sss.net.control.DataVerbs.Sample;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.DataVerbs.Stat;
import org.sss.net.control.GroupKey;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.data.RequestedKeys;
import org.sss.net.peer.Peer;
import org.sss.net.peer.PeerLimit;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.SpinThenPark;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** Handles the verbs of a data server. Thread-safe; opening a stream neither waits nor reads files. */
final class DataService {
    private final DataServer server;
    private final Groups groups;
    private final Scans scans;
    private final Copies copies;
    private final PeerLimit puts;
    private final BlockSlots.Pool slots = new BlockSlots.Pool();

    DataService(DataServer server, Groups groups, Scans scans, Copies copies, int maxPuts) {
        this.server = server;
        this.groups = groups;
        this.scans = scans;
        this.copies = copies;
        puts = new PeerLimit("put streams open (maxPuts)", maxPuts);
    }

    /** The open put streams. */
    PeerLimit puts() {
        return puts;
    }

    void register(RpcService service, GroupListener listener, Function<NodeAddress, Connection> peers) {
        registerCopies(service, listener, peers);
        service.onStream(DataVerbs.PUT, this::put)
                .onStream(DataVerbs.SCAN, (header, stream) -> scan(header, stream, listener))
                .onStream(DataVerbs.GET, (header, stream) -> get(header, stream, listener))
                .on(DataVerbs.CREATE, Create.class, r -> {
                    listener.checkCoordinator(r.epoch());
                    groups.create(r.group());
                    return new Nothing();
                })
                .on(DataVerbs.COMMIT, Commit.class, r -> {
                    listener.checkCoordinator(r.epoch());
                    DataVerbs.Stored stored = server.commit(r.key(), r.attempts(), r.description());
                    listener.committed(r.group(), r.attempts());
                    return new DataVerbs.CommittedPart(stored, server.committedSubgroups(r.key()));
                })
                .on(DataVerbs.CLONE, DataVerbs.Clone.class, r -> {
                    listener.checkCoordinator(r.epoch());
                    DataVerbs.Stored stored = server.clone(r.source(), r.target(), r.description());
                    return new DataVerbs.CommittedPart(stored, server.committedSubgroups(r.target()));
                })
                .on(DataVerbs.ABORT, Abort.class, r -> {
                    listener.checkCoordinator(r.epoch());
                    server.abort(r.group(), r.attempt());
                    return new Nothing();
                })
                .onCaller(DataVerbs.SAMPLE, Sample.class, (r, caller) -> {
                    checkReader(listener, caller, new GroupKey(r.group(), r.identity()));
                    return server.sample(r);
                })
                .on(DataVerbs.DROP, Drop.class, r -> {
                    listener.checkCoordinator(r.epoch());
                    r.groups().forEach(group -> listener.dropped(group.id()));
                    server.drop(r.groups());
                    return new Nothing();
                })
                .onCaller(DataVerbs.STAT, Stat.class, (r, caller) -> {
                    checkReader(listener, caller, r.key());
                    return server.stat(r.key());
                })
                .on(DataVerbs.LIST, Nothing.class, r -> server.list())
                .on(DataVerbs.CHECK, Check.class, r -> server.check(r))
                .on(DataVerbs.DESCRIBE, DataVerbs.Describe.class, r -> server.describe(r.groups()));
    }

    private void registerCopies(RpcService service, GroupListener listener, Function<NodeAddress, Connection> peers) {
        service.onStream(DataVerbs.FETCH, (header, stream) -> {
                    server.checkOpen();
                    Fetch request = Json.read(header, Fetch.class, "the header of '" + DataVerbs.FETCH + "'");
                    return scans.startFiles(stream, () -> SentFiles.of(groups, request, stream.takesFiles()));
                })
                .onStream(DataVerbs.REPLICATE, (header, stream) -> {
                    server.checkOpen();
                    Replicate request =
                            Json.read(header, Replicate.class, "the header of '" + DataVerbs.REPLICATE + "'");
                    return copies.start(request, stream, peers, () -> listener.checkCoordinator(request.epoch()));
                })
                .on(DataVerbs.FORGET, Forget.class, r -> {
                    listener.checkCoordinator(r.epoch());
                    return server.forget(r.group(), r.keep());
                });
    }

    private StreamHandler put(Message header, Stream stream) {
        server.checkOpen();
        Put request = Json.read(header, Put.class, "the header of '" + DataVerbs.PUT + "'");
        if (request.attempt() == null || request.attempt().writer() == null) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "a put needs an attempt with a writer");
        }
        Peer peer = stream.peer();
        if (request.created() || !peer.principal().role().includes(Role.NODE)) {
            groups.checkCreated(request.key());
        }
        puts.take(peer, 1);
        boolean opened = false;
        try {
            PutReceiver put = groups.forWriting(request).openPut(request, stream, stored -> {
                server.totals().received(stored);
                puts.free(peer, 1);
            });
            opened = true;
            return put;
        } finally {
            if (!opened) {
                puts.free(peer, 1);
            }
        }
    }

    /** Who has learned number and identity of a group retains them when the group is renamed. */
    private static void checkReader(GroupListener listener, Principal reader, GroupKey group) {
        if (!reader.hasAllGroups()) {
            listener.checkReader(reader, group);
        }
    }

    private StreamHandler scan(Message header, Stream stream, GroupListener listener) {
        server.checkOpen();
        Scan request = Json.read(header, Scan.class, "the header of '" + DataVerbs.SCAN + "'");
        return scans.start(stream, () -> {
            checkReader(listener, stream.peer().principal(), request.key());
            return server.frames(request, stream.takesFiles());
        });
    }

    private StreamHandler get(Message header, Stream stream, GroupListener listener) {
        server.checkOpen();
        SpinThenPark.expectRequests();
        return scans.startKeys(header.bytes(), stream, request -> {
            RequestedKeys keys = new RequestedKeys(request);
            checkReader(listener, stream.peer().principal(), keys.group());
            return new KeyAnswers(keys, groups, slots, System::nanoTime);
        });
    }
}
