package org.sss.cli.cluster;

import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The scripts that {@link RemoteShell} runs: for bash, with coreutils and grep. Each says one line at its end. A node
 * is known by its settings, which its command line names. Stateless.
 */
final class RemoteScripts {
    private static final String COMMON = """
            set -u
            umask 077
            say() { echo "sss-remote: $*"; }
            pid=$(cat "$node/pid" 2> /dev/null)
            runs() {
                [ -n "$pid" ] && [ -r "/proc/$pid/cmdline" ] &&
                    tr '\\0' '\\n' < "/proc/$pid/cmdline" 2> /dev/null | grep -qxF -- "$node/node.properties"
            }
            """;

    private static final String CHECK = """
            if runs; then say running; exit 0; fi
            [ -x "$sss" ] || { say "there is no $sss; install SSS there at this path, or name another one by --sss"; exit 1; }
            version=$("$sss" version 2>&1) || { say "'$sss version' fails: $(echo "$version" | tail -n 1)"; exit 1; }
            for port in $server $data; do
                if (exec 3<> "/dev/tcp/$host/$port") 2> /dev/null; then
                    say "port $port of $host is in use; stop the process that listens there, or name others by --port"
                    exit 1
                fi
            done
            if [ "$first" = yes ] && [ -e "$node/node.properties" ]; then
                say "$node has a node of another cluster; remove it, or name another directory by --remote-dir"
                exit 1
            fi
            if ! { mkdir -p "$node" 2> /dev/null && [ -w "$node" ]; }; then
                say "this user cannot make $node; make it for them, or name another directory by --remote-dir"
                exit 1
            fi
            rmdir "$node" 2> /dev/null
            say down
            """;

    private static final String START = """
            cd "$node" || exit 1
            from=$(wc -c < log 2> /dev/null || echo 0)
            detached=
            ! command -v setsid > /dev/null || detached=setsid
            nohup $detached "$sss" node --conf "$node/node.properties" >> log 2>&1 < /dev/null &
            pid=$!
            echo "$pid" > pid
            new() { tail -c "+$((from + 1))" log; }
            for ((i = 0; i < 300; i++)); do
                if new | grep -q "node $number ready"; then say ready; exit 0; fi
                if ! kill -0 "$pid" 2> /dev/null; then
                    why=$(new | grep '^sss: ' | tail -n 1)
                    say "the node ended: ${why:-$(new | tail -n 3 | tr '\\n' ' ')} (see $node/log)"
                    exit 1
                fi
                sleep 0.2
            done
            say slow
            """;

    private static final String STOP = """
            runs || { say none; exit 0; }
            kill "$pid" || { say "this user cannot end process $pid"; exit 1; }
            for ((i = 0; i < 200; i++)); do
                runs || { say stopped; exit 0; }
                sleep 0.2
            done
            kill -9 "$pid"
            for ((i = 0; i < 20; i++)); do
                runs || { say killed; exit 0; }
                sleep 0.2
            done
            say "process $pid survived a kill"
            exit 1
            """;

    private RemoteScripts() {}

    /** Says {@code running} or {@code down}, or what prevents the start; changes nothing. */
    static String check(RemoteNode node, RemoteCluster cluster, boolean first) {
        return variables(node)
                + "sss=" + quoted(cluster.sss()) + "\nhost=" + quoted(node.address()) + "\nserver=" + cluster.port()
                + "\ndata=" + (cluster.port() + 1) + "\nfirst=" + (first ? "yes" : "no") + "\n" + COMMON + CHECK;
    }

    /**
     * Says {@code ready}, or {@code slow} after a minute.
     *
     * @param files of the directory of the node, by name; settings are written once
     */
    static String start(RemoteNode node, RemoteCluster cluster, Map<String, byte[]> files) {
        String written = files.entrySet().stream()
                .map(file -> put(file.getKey(), file.getValue()))
                .collect(Collectors.joining());
        return variables(node) + "sss=" + quoted(cluster.sss()) + "\n" + COMMON + """
                failed() { say "cannot write to $node; see whether its disk is full"; exit 1; }
                [ -e "$node/node.properties" ] || mkdir -p "$node/data" "$node/security" || failed
                put() { { base64 -d -i > "$node/$1.new" && mv "$node/$1.new" "$node/$1"; } || failed; }
                """ + written + START;
    }

    private static String put(String name, byte[] content) {
        return (name.equals(RemoteCluster.SETTINGS) ? "[ -e \"$node/" + name + "\" ] || " : "")
                + "put " + quoted(name) + " << 'END'\n"
                + Base64.getMimeEncoder().encodeToString(content) + "\nEND\n";
    }

    /** Says "none", "stopped" or "killed". */
    static String stop(RemoteNode node) {
        return variables(node) + COMMON + STOP;
    }

    private static String variables(RemoteNode node) {
        return "node=" + quoted(node.directory()) + "\nnumber=" + node.number() + "\n";
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
