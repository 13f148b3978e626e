package org.sss.cli.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.SssException;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Question;
import org.sss.client.Reports;
import org.sss.client.WorkflowReport;
import org.sss.net.auth.Token;
import org.sss.net.auth.TokenFile;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.State;

class ForeignCodeTest {
    private final Token mine = Token.random(Token.newRealm());
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Console console =
            new Console(OutputStream.nullOutputStream(), new PrintStream(err, true, UTF_8), true);

    private void check(String submittedBy, boolean confirmed) throws IOException {
        WorkflowReport workflow = Reports.of(new WorkflowStatus(
                "wf-1", "count", State.SUCCEEDED, List.of(), null, new WorkflowStatus.Run(1, 2, submittedBy), null));
        TokenFile own = new TokenFile(List.of(new TokenFile.Entry(mine, List.of())));
        new ForeignCode(workflow, "map-1", List.of("ab12"), "cd34")
                .check(console, new Question(console), confirmed, own);
    }

    @Test
    void ownCodeNeedsNoQuestion() throws IOException {
        check("token " + mine.id(), false);
        check("token " + mine.id() + " (ann)", false);
        assertThat(err.size()).isZero();
    }

    /** The tests have no terminal to ask at. */
    @Test
    void codeOfOthersIsRefusedWithoutATerminal() throws IOException {
        assertThatThrownBy(() -> check("token 00000000 (bob)", false))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("job 'map-1' of workflow wf-1 'count' was submitted by token 00000000 (bob)")
                .hasMessageContaining("add --yes");
        assertThatThrownBy(() -> check("token " + mine.id() + "0", false)).isInstanceOf(SssException.class);
        assertThatThrownBy(() -> check("node " + mine, false)).isInstanceOf(SssException.class);
        check("token 00000000 (bob)", true);
    }

    @Test
    void codeOfUnknownUsersIsCodeOfOthers() {
        assertThatThrownBy(() -> check(null, false))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("submitted by an unknown user");
    }
}
