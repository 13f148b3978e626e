package org.sss.cli.workflow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sss.cli.terminal.UsageException;
import org.sss.io.exec.SearchPath;
import org.sss.net.control.Nearest;

/** Finds and checks the files of the working directory that a command of {@code sss stream} needs. Immutable. */
final class CommandFiles {
    private static final Pattern INTERPRETER =
            Pattern.compile("(python|pypy|perl|ruby|node|php|lua|Rscript|bash|dash|ksh|zsh|sh)[0-9.]*");
    private static final Pattern AWK = Pattern.compile("[gmn]?awk");
    /** Options without an argument, which may precede the script. Others may take an argument. */
    private static final Pattern FLAG = Pattern.compile("-[bBOquvxwTe]+");
    /** Interpreters whose option -e is followed by code. */
    private static final Set<String> CODE_FOLLOWS_E = Set.of("perl", "ruby", "node", "lua", "Rscript");

    private final List<String> words;
    private final List<Path> shipped;

    /** @param shipped files of {@code --ship} */
    CommandFiles(List<String> words, List<Path> shipped) {
        this.words = words;
        this.shipped = shipped;
    }

    /**
     * Returns the files to send: those of {@code --ship}, and those of the working directory that the command names.
     */
    Path[] toShip() {
        List<Path> files = new ArrayList<>(shipped);
        for (String word : words) {
            if (isHere(word)) {
                files.add(Path.of(word));
            }
        }
        return files.toArray(Path[]::new);
    }

    /**
     * @throws UsageException for a script that is neither in the working directory nor shipped, or is not executable
     */
    void check() {
        String command = words.get(0);
        if (command.contains("/") && !Path.of(command).isAbsolute()) {
            checkPresent(command);
            if (isHere(command) && !Files.isExecutable(Path.of(command))) {
                throw new UsageException(command + " is not executable; run chmod +x " + command
                        + ", or call its interpreter: 'python3 " + command + "'");
            }
        }
        checkScripts(command.substring(command.lastIndexOf('/') + 1));
    }

    /** @throws UsageException for a command that is not installed. Only valid if all nodes are on this machine */
    void checkInstalled(SearchPath path) {
        String command = words.get(0);
        if (command.contains("/") || path.has(command)) {
            return;
        }
        if (isHere(command)) {
            throw new UsageException(
                    command + ": command not found; call a file of the working directory as ./" + command);
        }
        throw new UsageException(command + ": command not found" + path.hint(command)
                + "; give its absolute path if the nodes have another PATH");
    }

    /** @param command the file name of the command */
    private void checkScripts(String command) {
        if (AWK.matcher(command).matches()) {
            int end = words.indexOf("--");
            for (int i = 1; i + 1 < (end < 0 ? words.size() : end); i++) {
                if (words.get(i).equals("-f")) {
                    checkPresent(words.get(i + 1));
                }
            }
        } else if (INTERPRETER.matcher(command).matches()) {
            int i = 1;
            while (i < words.size() && isFlag(command, words.get(i))) {
                i++;
            }
            if (i < words.size() && !words.get(i).startsWith("-")) {
                checkPresent(words.get(i));
            }
        }
    }

    private static boolean isFlag(String command, String word) {
        String language = command.replaceAll("[0-9.]+$", "");
        return FLAG.matcher(word).matches()
                && !language.equals("php")
                && !(word.contains("e") && CODE_FOLLOWS_E.contains(language));
    }

    /** Absolute paths are not checked: they name files of the nodes. */
    private void checkPresent(String word) {
        Path path = path(word);
        if (path == null || path.isAbsolute() || isHere(word) || isShipped(path.normalize())) {
            return;
        }
        if (Files.isRegularFile(path)) {
            throw new UsageException(word + " is outside the working directory; send it with --ship " + word
                    + " and call it " + (word.equals(words.get(0)) ? "./" : "") + path.getFileName());
        }
        throw new UsageException(word + ": no such file in the working directory" + Nearest.hint(word, names(path))
                + "; use the absolute path of a file of the nodes, or send a file of another directory with --ship");
    }

    private boolean isShipped(Path name) {
        return shipped.stream()
                .map(Path::normalize)
                .anyMatch(file -> file.equals(name)
                        || (file.isAbsolute() || file.startsWith("..")) && name.equals(file.getFileName()));
    }

    /** Names of the files in the same directory, as the command would name them. */
    private static Stream<String> names(Path missing) {
        Path parent = missing.getParent();
        try (Stream<Path> files = Files.list(parent == null ? Path.of(".") : parent)) {
            return files
                    .filter(Files::isRegularFile)
                    .map(file -> parent == null ? file.getFileName().toString() : file.toString())
                    .toList()
                    .stream();
        } catch (IOException | UncheckedIOException e) {
            return Stream.empty();
        }
    }

    private static boolean isHere(String word) {
        Path path = path(word);
        return path != null && !path.isAbsolute() && !path.normalize().startsWith("..") && Files.isRegularFile(path);
    }

    private static Path path(String word) {
        try {
            return word.isEmpty() ? null : Path.of(word);
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
