package org.sss.server.shuffle.method;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.server.shuffle.files.RelocationFiles;

/**
 * What a node gives to shuffle methods.
 *
 * @param node        its number
 * @param connections returns open connections to servers and data servers, which it still owns
 * @param memory      for blocks that wait
 * @param directory   makes a directory for files of blocks that wait; the method deletes it
 * @param executor    for work that blocks
 * @param stored      returns what the ended put streams of an attempt have stored at this node
 * @param stallTimeout how long a node waits for another one that takes or sends nothing
 * @param files       in the directory that all nodes share
 */
public record ShuffleContext(
        int node,
        Function<NodeAddress, Connection> connections,
        ShuffleMemory memory,
        Supplier<Path> directory,
        Executor executor,
        BiFunction<GroupKey, AttemptId, Stored> stored,
        Duration stallTimeout,
        RelocationFiles files) {}
