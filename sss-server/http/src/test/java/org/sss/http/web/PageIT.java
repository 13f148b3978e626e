package org.sss.http.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.GroupWriter;
import org.sss.client.WorkflowHandle;
import org.sss.net.auth.TokenFile;
import org.sss.net.peer.Role;

/** What readers see in a browser, of a cluster of two nodes with tokens. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PageIT {
    private static final String HOSTILE = "<img src=x onerror=\"window.hacked=1\">";
    private static final String CONTROL = "\u0000\u001b[31m\u202e\n";
    private static final TupleGroup<String, Long> NUMBERS = TupleGroup.of("numbers", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<String, String> TEXTS =
            TupleGroup.of("z".repeat(200), Codecs.STRING, Codecs.STRING);

    @TempDir
    private static Path directory;

    private static PageCluster cluster;
    private static Browser browser;

    @BeforeAll
    static void start() throws IOException {
        browser = new Browser(directory.resolve("profile"));
        cluster = new PageCluster(directory, 2);
        try (GroupWriter<String, Long> writer = cluster.client.write(NUMBERS)) {
            for (int i = 0; i < 120; i++) {
                writer.append(String.format("key-%03d", i), (long) i);
            }
            writer.commit();
        }
        try (GroupWriter<String, String> writer = cluster.client.write(TEXTS)) {
            writer.append(HOSTILE, HOSTILE);
            writer.append(CONTROL, "v".repeat(5_000));
            writer.commit();
        }
        browser.open(cluster.address(cluster.admin()));
        browser.awaitText("2 of 2 up");
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void nothingWasRefusedOrFailedInTheBrowser() {
        assertThat(browser.errors()).isEmpty();
        assertThat(browser.run("return window.hacked")).isNull();
    }

    private static String run(Workflow workflow) {
        WorkflowHandle handle = cluster.client.submit(workflow);
        handle.await();
        return handle.id();
    }

    @Test
    void aTicketOpensThePageOnce() {
        String address = cluster.address(cluster.admin());
        browser.open(address);
        browser.awaitText("Live", "all nodes up", "Heap", "Bytes a second");
        assertThat(browser.address()).endsWith("/");
        browser.open(address);
        browser.awaitText("Live", "all nodes up");
    }

    @Test
    void keyOfAFailedJobIsShownWithTheCommandThatRepeatsIt() {
        Workflow workflow = Workflow.named("fails");
        workflow.map(NUMBERS, TupleGroup.of("never", Codecs.STRING, Codecs.LONG), (key, number, out) -> {
            if (number == 42) {
                throw new IllegalStateException(HOSTILE);
            }
        });
        WorkflowHandle handle = cluster.client.submit(workflow);
        browser.go("#/workflows?state=failed");
        browser.awaitText("fails", HOSTILE);
        browser.click("main td a", "fails");
        browser.awaitText("Failed in job", "key-042", HOSTILE, "sss replay --cluster", handle.id() + "/map-1 key-042");
        browser.click("main a", "in numbers");
        browser.awaitAddress("#/groups/numbers?key=key-042");
        browser.awaitText("1 tuple, to the end");
    }

    @Test
    void skewedJobNamesItsHeaviestKey() {
        TupleGroup<String, String> output = TupleGroup.of("skewed", Codecs.STRING, Codecs.STRING);
        Workflow workflow = Workflow.named("skewed");
        workflow.map(NUMBERS, output, (key, number, out) -> {
            for (int i = 0; i < 100; i++) {
                out.emit(number % 10 == 0 ? key : "heavy", key + i);
            }
        });
        String id = run(workflow);
        browser.go("#/workflows/" + id);
        browser.awaitText("skewed: largest", "Keys with the most bytes", "heavy", "Graph", "Time line");
    }

    @Test
    void loopMovesUntilItIsCancelled() {
        TupleGroup<String, Long> next = TupleGroup.of("counted", Codecs.STRING, Codecs.LONG);
        Workflow workflow = Workflow.named("loops");
        workflow.repeat(100_000, body -> body.map(NUMBERS, next, (key, number, out) -> out.emit(key, number + 1)))
                .carry(next, NUMBERS);
        WorkflowHandle handle = cluster.client.submit(workflow);
        browser.go("#/workflows/" + handle.id());
        browser.awaitText("running", "Cancel…");
        String before = browser.text();
        Awaitility.await().until(() -> !browser.text().equals(before));
        browser.click("main button", "Cancel…");
        browser.awaitText("Let it run");
        browser.click("dialog button", "Cancel the workflow");
        browser.awaitText("cancelled");
        browser.awaitNoText("Cancel…");
    }

    @Test
    void tuplesAreFoundByKeyAndPrefixAndPage() {
        browser.go("#/groups/numbers");
        browser.awaitText("key-000", "50 tuples, there are more");
        browser.click("button", "Next");
        browser.awaitText("key-050");
        browser.select("form select", "prefix");
        browser.type("input[name=key]", "key-11");
        browser.click("form button", "Show");
        browser.awaitText("key-119", "10 tuples, to the end", "sss group scan --prefix=key-11 --limit 50");
        browser.select("form select", "key");
        browser.type("input[name=key]", "key");
        browser.click("form button", "Show");
        browser.awaitText("There is no such key");
    }

    @Test
    void hostileNamesKeysAndValuesStayText() {
        browser.go("#/groups");
        browser.awaitText("numbers");
        browser.go("#/groups/" + TEXTS.name());
        browser.awaitText(HOSTILE, "\\x00", "\\u202e", "of 4.9 KiB");
        assertThat(browser.run("return document.querySelectorAll('main img').length"))
                .isEqualTo(0L);
    }

    @Test
    void groupsAreCopiedRenamedAndDropped() {
        browser.go("#/groups/numbers");
        browser.click("button", "Copy…");
        browser.type("dialog input", "copied");
        browser.click("dialog button", "Copy");
        browser.awaitText("120");
        browser.click("button", "Rename…");
        browser.type("dialog input", "numbers");
        browser.click("dialog button", "Rename");
        browser.awaitText("numbers", "exists");
        browser.type("dialog input", "renamed");
        browser.click("dialog button", "Rename");
        browser.awaitAddress("#/groups/renamed");
        browser.click("main button", "Drop…");
        browser.awaitText("This cannot be undone");
        browser.click("dialog button", "Drop the group");
        browser.awaitAddress("#/groups");
        browser.awaitNoText("renamed");
    }

    @Test
    void manyGroupsAreReadInPages() {
        for (int i = 0; i < 60; i++) {
            cluster.client.copy("numbers", String.format("many-%03d", i));
        }
        browser.go("#/groups?search=many-");
        browser.awaitText("1–50 of 60", "many-000", "many-049");
        browser.click("button", "Next");
        browser.awaitText("51–60 of 60", "many-050");
        browser.type("input[type=search]", "many-03");
        browser.awaitText("1–10 of 10", "many-039");
        assertThat((long) browser.run("return document.querySelectorAll('tbody tr').length"))
                .isLessThanOrEqualTo(50);
    }

    @Test
    void pagesAreAccessibleInBothSchemes() throws IOException {
        TupleGroup<String, Long> output = TupleGroup.of("plain", Codecs.STRING, Codecs.LONG);
        Workflow workflow = Workflow.named("plain");
        workflow.map(NUMBERS, output, (key, number, out) -> out.emit(key, number));
        String id = run(workflow);
        for (String scheme : List.of("light", "dark")) {
            for (String page :
                    List.of("#/", "#/workflows", "#/workflows/" + id, "#/groups", "#/groups/plain", "#/help")) {
                browser.appear(scheme, scheme.equals("dark") ? 400 : 1280);
                browser.go(page);
                browser.awaitNoText("Loading…", "Arranging…");
                assertThat(scheme.equals("dark") ? browser.contrasts() : browser.axe())
                        .as("%s, %s", page, scheme)
                        .isEmpty();
                assertThat((long) browser.run("return document.documentElement.scrollWidth"))
                        .as("width of %s", page)
                        .isLessThanOrEqualTo(scheme.equals("dark") ? 400 : 1280);
            }
        }
        browser.appear("light", 1280);
    }

    @Test
    @Order(1)
    void restrictedTokenSeesItsGroupsOnly() {
        TokenFile token = cluster.token(Role.READ, "num");
        browser.open(cluster.address(token));
        browser.awaitText("read");
        browser.go("#/groups");
        browser.awaitText("1–1 of 1", "numbers");
        browser.go("#/groups/numbers");
        browser.awaitText("key-000");
        assertThat(browser.text()).doesNotContain("Drop…", "Rename…");
        cluster.revoke(token);
        browser.go("#/groups");
        browser.awaitText("No session", "sss ui");
        browser.open(cluster.address(cluster.admin()));
        browser.awaitText("2 of 2 up");
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void lostNodeIsShownByItself() {
        browser.go("#/");
        browser.awaitText("all nodes up");
        cluster.stop(1);
        browser.awaitText("1 node not up", "unreachable");
    }
}
