package org.sss.cli.workflow;

import java.io.IOException;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Question;
import org.sss.cli.terminal.Units;
import org.sss.client.WorkflowReport;
import org.sss.net.auth.TokenFile;

/**
 * Asks before code that another user has submitted is run in this process, with the rights of this user. Immutable.
 *
 * @param jars      ids of the jars with the code
 * @param functions id of the serialized functions
 */
record ForeignCode(WorkflowReport workflow, String job, List<String> jars, String functions) {
    /** @throws SssException FORBIDDEN if the user does not want to run it, or cannot be asked */
    void check(Console console, Question question, boolean confirmed, TokenFile own) throws IOException {
        if (confirmed || isOwn(own)) {
            return;
        }
        String who = "job '" + job + "' of workflow " + workflow.id() + " '" + workflow.name() + "' was submitted by "
                + (workflow.submittedBy() == null
                        ? "an unknown user (the cluster has recorded no one)"
                        : workflow.submittedBy());
        if (!question.canAsk()) {
            throw new SssException(
                    ErrorCode.FORBIDDEN,
                    who + ", and its code would run here with your rights; if you trust it, add --yes");
        }
        console.problem(who + ". Its code:");
        jars.forEach(jar -> console.problem("  jar " + jar));
        console.problem("  functions " + functions);
        String what = jars.isEmpty() ? "it" : Units.count(jars.size(), "jar");
        if (!question.isConfirmed("Run " + what + " here, with your rights?")) {
            throw new SssException(ErrorCode.FORBIDDEN, "the job was not replayed");
        }
    }

    /** Returns true if the workflow was submitted with a token of this user. */
    private boolean isOwn(TokenFile own) {
        String by = workflow.submittedBy();
        return by != null
                && own.entries().stream()
                        .map(entry -> entry.token().toString())
                        .anyMatch(token -> by.equals(token) || by.startsWith(token + " ("));
    }
}
