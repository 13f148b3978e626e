package org.sss.cli.security;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;
import org.sss.net.auth.BearerToken;
import org.sss.net.auth.Token;
import org.sss.net.auth.TokenEntry;
import org.sss.net.auth.TokenFile;
import org.sss.net.auth.TokenTable;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.server.security.SecurityDirectory;

/** {@code sss security token}. */
public final class SecurityToken implements Command {
    private static final Pattern TIME = Pattern.compile("([1-9]\\d{0,5})(min|h|d)");
    private static final Map<String, Duration> UNITS =
            Map.of("min", Duration.ofMinutes(1), "h", Duration.ofHours(1), "d", Duration.ofDays(1));
    private static final int MAX_LABEL = 100;

    @Override
    public void describe(Options options) {
        SecurityInit.describeDirectory(options);
        Help.option(
                options,
                "role",
                "ROLE",
                "what it permits: read, write, run or admin, with --http also monitor; each includes those before it");
        options.addOption(
                null, "http", false, "a single line for programs that speak HTTP, such as Prometheus or curl");
        Help.option(options, "label", "TEXT", "for whom or what it is, shown by 'sss security list'");
        Help.option(
                options, "expires", "TIME", "how long it is valid, such as 12h or 90d; default: until it is revoked");
        Help.option(
                options,
                "groups",
                "PREFIX*,...",
                "the groups that it may read or write, such as 'sales.*'; default: all");
        Help.option(
                options,
                "share",
                "PERCENT",
                "of each limited resource of a node that it may use; default: " + Principal.DEFAULT_SHARE);
        Help.option(options, "output-file", "FILE", "the token file to create; default: it is printed");
    }

    @Override
    public int run(Call call) {
        call.args();
        Made made = make(call, SecurityInit.existing(call), System.currentTimeMillis());
        TokenEntry entry = made.entry();
        SecurityDirectory directory = made.directory();
        Path file = write(call, made);
        directory.changeTokens(before -> with(before, directory.realm(), entry));
        SecurityInit.record(
                directory,
                "security.token",
                entry.id() + " " + entry.role() + (entry.isForHttp() ? " for HTTP" : "")
                        + (entry.label().isEmpty() ? "" : " (" + entry.label() + ")")
                        + (entry.groups().isEmpty() ? "" : " for " + String.join("*, ", entry.groups()) + "*"));
        print(call.console(), made, file);
        SecurityInit.publish(directory, call.console());
        return 0;
    }

    /** @param text of the token, which is secret */
    private record Made(SecurityDirectory directory, TokenEntry entry, String text) {}

    private static Made make(Call call, SecurityDirectory directory, long now) {
        boolean isForHttp = call.has("http");
        Role role = role(call, isForHttp);
        List<String> groups = groups(call, role);
        String label = call.option("label", "");
        if (label.length() > MAX_LABEL) {
            throw new UsageException("--label takes at most " + MAX_LABEL + " characters");
        }
        int share = (int) call.number("share", 1, 100, Principal.DEFAULT_SHARE);
        long expires = call.has("expires") ? now + time(call, null).toMillis() : 0;
        if (isForHttp) {
            BearerToken bearer = BearerToken.random();
            TokenEntry entry = TokenEntry.of(bearer, label, role, groups, share, now, expires);
            return new Made(directory, entry, bearer.text() + '\n');
        }
        Token token = Token.random(directory.realm());
        TokenEntry entry = TokenEntry.of(token, label, role, groups, share, now, expires);
        TokenFile file = new TokenFile(List.of(new TokenFile.Entry(token, Certificates.authorities(directory))));
        return new Made(directory, entry, file.text());
    }

    private static Role role(Call call, boolean isForHttp) {
        Role role = Role.ofUser(call.required("role"));
        if (role == Role.MONITOR && !isForHttp) {
            throw new UsageException("the role monitor is for HTTP only: add --http");
        }
        return role;
    }

    /** Returns the new file, or null if the token is to be printed. */
    private static Path write(Call call, Made made) {
        if (!call.has("output-file")) {
            return null;
        }
        Path file = Path.of(call.required("output-file")).toAbsolutePath();
        if (Files.exists(file)) {
            throw new SssException(ErrorCode.ALREADY_EXISTS, file + " exists; name another file");
        }
        made.directory().writeTo(file, made.text());
        return file;
    }

    private static void print(Console console, Made made, Path file) {
        String id = made.entry().id();
        if (console.json()) {
            console.json(
                    file == null ? Map.of("id", id, "text", made.text()) : Map.of("id", id, "file", file.toString()));
        } else if (file == null) {
            console.text(made.text());
        } else {
            console.line(file.toString());
        }
        String what = "token " + id + " with role " + made.entry().role() + "; ";
        if (made.entry().isForHttp()) {
            console.note(what + "programs send it as 'Authorization: Bearer TOKEN'; put it into a file with mode 0600"
                    + " that they read (docs/page.md)");
        } else {
            console.note(what + "give " + (file == null ? "the text" : "the file") + " to its user, for"
                    + " ~/.config/sss/token or a file that SSS_TOKEN_FILE names, with mode 0600");
        }
    }

    private static List<TokenEntry> with(List<TokenEntry> before, String realm, TokenEntry added) {
        List<TokenEntry> after = new ArrayList<>(before);
        after.add(added);
        new TokenTable(realm, after); // checks the limit
        return after;
    }

    private static List<String> groups(Call call, Role role) {
        if (!call.has("groups")) {
            return List.of();
        }
        if (role == Role.RUN || role == Role.ADMIN) {
            throw new UsageException(
                    "--groups is for the roles read and write; a token for " + role + " can use all groups");
        }
        return Arrays.stream(call.required("groups").split(","))
                .map(SecurityToken::prefix)
                .toList();
    }

    private static String prefix(String pattern) {
        String prefix = pattern.strip();
        if (!prefix.endsWith("*") || prefix.length() == 1 || prefix.indexOf('*') != prefix.length() - 1) {
            throw new UsageException("--groups takes prefixes such as 'sales.*', not '" + pattern + "'");
        }
        return prefix.substring(0, prefix.length() - 1);
    }

    /** Returns the time of {@code --expires}. */
    static Duration time(Call call, Duration otherwise) {
        if (!call.has("expires")) {
            return otherwise;
        }
        String text = call.required("expires");
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw new UsageException("--expires takes a time such as 30min, 12h or 90d, not '" + text + "'");
        }
        return UNITS.get(time.group(2)).multipliedBy(Long.parseLong(time.group(1)));
    }
}
