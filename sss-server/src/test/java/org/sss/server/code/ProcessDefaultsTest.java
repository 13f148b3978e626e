package org.sss.server.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.Authenticator;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("changes the time zone and others of the process")
class ProcessDefaultsTest {
    private static final String ADDED = "test.of.process.defaults";

    private final TimeZone zone = TimeZone.getDefault();
    private final Locale locale = Locale.getDefault();
    private final Locale format = Locale.getDefault(Locale.Category.FORMAT);
    private final PrintStream out = System.out;
    private final Properties properties = System.getProperties();
    private final ProcessDefaults defaults = ProcessDefaults.ofThisProcess();
    private final JobCode one = JobCode.isolated(List.of());
    private final JobCode other = JobCode.isolated(List.of());

    @AfterEach
    void restore() {
        TimeZone.setDefault(zone);
        Locale.setDefault(locale);
        Locale.setDefault(Locale.Category.FORMAT, format);
        System.setOut(out);
        System.setProperties(properties);
        System.clearProperty(ADDED);
        Authenticator.setDefault(null);
        Thread.setDefaultUncaughtExceptionHandler(null);
    }

    private void change() {
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
        Locale.setDefault(Locale.GERMANY);
        Locale.setDefault(Locale.Category.FORMAT, Locale.FRANCE);
        System.setOut(new PrintStream(new ByteArrayOutputStream()));
        System.setProperty(ADDED, "x");
        System.setProperty("line.separator", "<>");
        System.clearProperty("user.name");
        Authenticator.setDefault(new Authenticator() { });
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> { });
    }

    private void checkRestored() {
        assertThat(TimeZone.getDefault()).isEqualTo(zone);
        assertThat(Locale.getDefault()).isEqualTo(locale);
        assertThat(Locale.getDefault(Locale.Category.FORMAT)).isEqualTo(format);
        assertThat(System.out).isSameAs(out);
        assertThat(System.getProperty(ADDED)).isNull();
        assertThat(System.getProperty("line.separator")).isEqualTo("\n");
        assertThat(System.getProperty("user.name")).isNotNull();
        assertThat(Authenticator.getDefault()).isNull();
        assertThat(Thread.getDefaultUncaughtExceptionHandler()).isNull();
    }

    @Test
    void whatACodeChangesIsReportedAndSetBack() {
        defaults.enter(one);
        change();
        assertThat(defaults.changed(one)).hasSize(10).anySatisfy(text -> assertThat(text).contains("the default time zone to Asia/Kathmandu of the whole node"))
                .anySatisfy(text -> assertThat(text).contains("system property 'line.separator' to <>"))
                .anySatisfy(text -> assertThat(text).contains("the default locale of category FORMAT to fr_FR"));
        assertThat(defaults.changed(one)).isEmpty();
        defaults.leave(one, false);
        checkRestored();
    }

    @Test
    void itIsSetBackEvenIfTheTaskFailsAndTheSystemPropertiesAreReplaced() {
        defaults.enter(one);
        change();
        System.setProperties(new Properties());
        defaults.leave(one, false);
        checkRestored();
    }

    @Test
    void theTasksOfOneWorkflowSeeWhatTheFirstOneHasSet() {
        defaults.enter(one);
        defaults.enter(one);
        System.setProperty(ADDED, "x");
        defaults.changed(one);
        defaults.leave(one, false);
        assertThat(System.getProperty(ADDED)).isEqualTo("x");
        defaults.leave(one, false);
        assertThat(System.getProperty(ADDED)).isNull();
        defaults.enter(other);
        assertThat(System.getProperty(ADDED)).isNull();
        defaults.leave(other, false);
        defaults.enter(one);
        assertThat(System.getProperty(ADDED)).isEqualTo("x");
        assertThat(defaults.changed(one)).isEmpty();
        defaults.leave(one, false);
        one.setWorkflow("wf-2", 0);
        defaults.enter(one);
        assertThat(System.getProperty(ADDED)).isNull();
        defaults.leave(one, false);
    }

    @Test
    void aChangeWhileTwoWorkflowsRunNamesBothPossibilities() {
        defaults.enter(one);
        defaults.enter(other);
        System.setProperty(ADDED, "x");
        assertThat(defaults.changed(other)).singleElement().asString().contains("or another job did");
        defaults.leave(other, false);
        assertThat(System.getProperty(ADDED)).isNull();
        assertThat(defaults.changed(one)).isEmpty();
        defaults.leave(one, false);
    }

    @Test
    void nothingIsReportedForCodeThatChangesNothing() {
        defaults.enter(one);
        assertThat(defaults.changed(one)).isEmpty();
        defaults.leave(one, false);
    }
}
