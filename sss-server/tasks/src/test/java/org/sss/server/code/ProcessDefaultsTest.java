package org.sss.server.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.Authenticator;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
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
        Authenticator.setDefault(new Authenticator() {});
        Thread.setDefaultUncaughtExceptionHandler((thread, error) -> {});
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
        assertThat(defaults.changed(one))
                .hasSize(10)
                .anySatisfy(
                        text -> assertThat(text).contains("the default time zone to Asia/Kathmandu of the whole node"))
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
    void theDefaultsOfTlsAreSetBack() throws Exception {
        Path classes = Path.of(ProcessDefaultsTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (JobCode code = JobCode.isolated(List.of(classes))) {
            Runnable job = (Runnable) code.loader()
                    .loadClass(SetsTlsDefaults.class.getName())
                    .getConstructor()
                    .newInstance();
            SSLContext context = SSLContext.getDefault();
            HostnameVerifier verifier = HttpsURLConnection.getDefaultHostnameVerifier();
            SSLSocketFactory sockets = HttpsURLConnection.getDefaultSSLSocketFactory();
            assertThat(protocols(sockets)).contains("TLSv1.3");
            defaults.enter(code);
            job.run();
            assertThat(protocols(sockets)).as("of the context of the job").containsExactly("TLSv1.2");
            assertThat(defaults.changed(code))
                    .containsExactlyInAnyOrder(
                            tls("SSLContext"),
                            tls("SSLSocketFactory of HttpsURLConnection"),
                            tls("HostnameVerifier of HttpsURLConnection"));
            defaults.leave(code, true);
            assertThat(SSLContext.getDefault()).isSameAs(context);
            assertThat(HttpsURLConnection.getDefaultHostnameVerifier()).isSameAs(verifier);
            assertThat(HttpsURLConnection.getDefaultSSLSocketFactory()).isSameAs(sockets);
            assertThat(protocols(sockets)).contains("TLSv1.3");
            defaults.enter(code);
            assertThat(SSLContext.getDefault())
                    .as("of the next task of the workflow")
                    .isNotSameAs(context);
            defaults.leave(code, true);
            assertThat(SSLContext.getDefault()).isSameAs(context);
        }
    }

    private static String[] protocols(SSLSocketFactory sockets) throws IOException {
        try (SSLSocket socket = (SSLSocket) sockets.createSocket()) {
            return socket.getEnabledProtocols();
        }
    }

    private static String tls(String what) {
        return "its code changed the default " + what + " of the whole node; it was set back afterwards";
    }

    /** Code of a job. */
    public static final class SetsTlsDefaults implements Runnable {
        @Override
        public void run() {
            try {
                SSLContext older = SSLContext.getInstance("TLSv1.2");
                older.init(null, null, null);
                SSLContext.setDefault(older);
                HttpsURLConnection.setDefaultSSLSocketFactory(older.getSocketFactory());
                HttpsURLConnection.setDefaultHostnameVerifier((host, session) -> true);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void nothingIsReportedForCodeThatChangesNothing() {
        defaults.enter(one);
        assertThat(defaults.changed(one)).isEmpty();
        defaults.leave(one, false);
    }
}
