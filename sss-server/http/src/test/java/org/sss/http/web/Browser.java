package org.sss.http.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium without a window, as Debian installs it. One thread. */
final class Browser implements AutoCloseable {
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Duration WAIT = Duration.ofSeconds(20);

    private final ChromeDriver driver;

    /** Skips the test where Chromium is not installed. */
    Browser(Path profile) {
        assumeTrue(
                Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
                "the page is not tested: " + CHROMIUM + " or " + DRIVER
                        + " is missing (apt-get install chromium chromium-driver)");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--window-size=1280,900",
                "--user-data-dir=" + profile);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, java.util.logging.Level.ALL);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(new File(DRIVER.toString()))
                .usingAnyFreePort()
                .build();
        driver = new ChromeDriver(service, options);
    }

    void open(String url) {
        driver.get("about:blank");
        driver.get(url);
    }

    /** Goes to a page by its hash, such as {@code #/groups}. */
    void go(String hash) {
        run("location.hash = arguments[0]", hash);
    }

    String address() {
        return driver.getCurrentUrl();
    }

    String text() {
        return String.valueOf(run("return document.body.innerText"));
    }

    /** Waits until all of {@code texts} are shown. */
    void awaitText(String... texts) {
        Awaitility.await().atMost(WAIT).untilAsserted(() -> assertThat(text()).contains(texts));
    }

    void awaitAddress(String end) {
        Awaitility.await()
                .atMost(WAIT)
                .untilAsserted(() -> assertThat(address()).endsWith(end));
    }

    void awaitNoText(String... texts) {
        Awaitility.await().atMost(WAIT).untilAsserted(() -> assertThat(text()).doesNotContain(texts));
    }

    Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    void click(String css, String text) {
        Awaitility.await()
                .atMost(WAIT)
                .until(() -> Boolean.TRUE.equals(run(
                        "const one = [...document.querySelectorAll(arguments[0])]"
                                + ".find(e => e.textContent.trim().startsWith(arguments[1]) && !e.disabled);"
                                + "one?.click(); return one !== undefined;",
                        css,
                        text)));
    }

    void type(String css, String text) {
        WebElement input = Awaitility.await()
                .atMost(WAIT)
                .until(() -> driver.findElements(By.cssSelector(css)), found -> !found.isEmpty())
                .get(0);
        input.clear();
        input.sendKeys(text);
    }

    void select(String css, String value) {
        run(
                "const one = document.querySelector(arguments[0]); one.value = arguments[1];"
                        + "one.dispatchEvent(new Event('change'))",
                css,
                value);
    }

    /** Colours and width as a reader may have them. */
    void appear(String scheme, int width) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    }

    /** What axe finds, one line each. */
    List<String> axe() throws IOException {
        return axe("{}");
    }

    /** What axe finds of contrasts. */
    List<String> contrasts() throws IOException {
        return axe("{runOnly: ['color-contrast']}");
    }

    @SuppressWarnings("unchecked")
    private List<String> axe(String options) throws IOException {
        try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
            run(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
        return (List<String>) driver.executeAsyncScript("const done = arguments[arguments.length - 1];"
                + "axe.run(document, " + options + ").then(found => done(found.violations.map("
                + "v => `${v.id}: ${v.help}: ${v.nodes.map(n => n.html).join(' ')}`)));");
    }

    /** Errors of scripts and violations of the policy since the last call; answers of the node are none. */
    List<String> errors() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(entry -> entry.getMessage())
                .filter(message -> !message.contains("Failed to load resource"))
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
