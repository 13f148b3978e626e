package org.sss.http.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.client.SssClient;
import org.sss.client.WorkflowReport;
import org.sss.client.WorkflowReport.State;
import org.sss.http.server.Handler;
import org.sss.http.server.Request;
import org.sss.http.server.Response;
import org.sss.http.server.StatusException;
import org.sss.http.session.Clients;
import org.sss.io.LineFormat;
import org.sss.net.rpc.Json;
import org.sss.server.node.http.HttpNode;

/**
 * Answers all paths below {@code /api/v1}, as {@code openapi.json} describes them, with the rights of each caller.
 * Thread-safe.
 */
public final class Api implements Handler, AutoCloseable {
    private static final String JSON = "application/json";
    private static final int PREFIX_SEGMENTS = 2;

    private final Clients clients;
    private final Clusters clusters;
    private final TuplePages tuples = new TuplePages();
    private final EventStreams events;
    private final Clock clock = Clock.systemUTC();
    private final byte[] document = document();

    /** @param clients belong to the caller, who closes them after this */
    public Api(HttpNode node, Clients clients) {
        this.clients = clients;
        int copies = node.config().cluster().replication();
        clusters = new Clusters(copies == 0 ? null : (Integer) copies);
        events = new EventStreams(clients, clock);
    }

    @Override
    public void handle(Request request, Response response) throws IOException {
        List<String> path = request.segments()
                .subList(
                        Math.min(PREFIX_SEGMENTS, request.segments().size()),
                        request.segments().size());
        switch (path.isEmpty() ? "" : path.get(0)) {
            case "cluster" -> {
                check(path, 1);
                allow("GET", request, response);
                send(response, clusters.answer(client(request), request.caller()));
            }
            case "groups" -> groups(path, request, response);
            case "workflows" -> workflows(path, request, response);
            case "events" -> {
                check(path, 1);
                allow("GET", request, response);
                events.open(request, response);
            }
            case "openapi.json" -> {
                check(path, 1);
                allow("GET", request, response);
                response.send(200, JSON, document);
            }
            default -> throw unknown(path);
        }
    }

    private void groups(List<String> path, Request request, Response response) throws IOException {
        if (path.size() == 1) {
            allow("GET", request, response);
            send(response, GroupList.answer(client(request).listGroups(), request));
        } else if (path.size() == 2) {
            group(path.get(1), request, response);
        } else {
            check(path, 3);
            ofGroup(path, request, response);
        }
    }

    private void group(String name, Request request, Response response) throws IOException {
        if (request.method().equals("DELETE")) {
            send(response, GroupChanges.drop(client(request), name, request.parameter("id")));
        } else {
            allow("GET, DELETE", request, response);
            send(response, GroupAnswers.details(client(request), name));
        }
    }

    private void ofGroup(List<String> path, Request request, Response response) throws IOException {
        String name = path.get(1);
        SssClient client = client(request);
        switch (path.get(2)) {
            case "tuples" -> {
                allow("GET", request, response);
                send(response, tuples.answer(client, name, request));
            }
            case "export.csv" -> {
                allow("GET", request, response);
                Exports.send(client, name, LineFormat.CSV, response);
            }
            case "export.jsonl" -> {
                allow("GET", request, response);
                Exports.send(client, name, LineFormat.JSON_LINES, response);
            }
            case "rename" -> {
                allow("POST", request, response);
                send(response, GroupChanges.rename(client, name, request));
            }
            case "copy" -> {
                allow("POST", request, response);
                response.send(201, JSON, Json.write(GroupChanges.copy(client, name, request)));
            }
            default -> throw unknown(path);
        }
    }

    private void workflows(List<String> path, Request request, Response response) throws IOException {
        SssClient client = client(request);
        if (path.size() == 1) {
            allow("GET", request, response);
            send(response, WorkflowSummaries.page(client.listWorkflows(), request));
        } else if (path.size() == 2) {
            allow("GET", request, response);
            send(response, WorkflowAnswers.answer(client, path.get(1), clock.millis()));
        } else {
            check(path, 3);
            ofWorkflow(path, client, request, response);
        }
    }

    private void ofWorkflow(List<String> path, SssClient client, Request request, Response response)
            throws IOException {
        String id = path.get(1);
        switch (path.get(2)) {
            case "tasks" -> {
                allow("GET", request, response);
                send(response, TaskAnswers.of(client.workflow(id).status()));
            }
            case "cancel" -> {
                allow("POST", request, response);
                send(response, cancelled(client.cancel(id)));
            }
            default -> throw unknown(path);
        }
    }

    private Map<String, Object> cancelled(WorkflowReport workflow) {
        boolean hadEnded = workflow.state() == State.SUCCEEDED || workflow.state() == State.FAILED;
        return Fields.of("cancelled", !hadEnded, "workflow", WorkflowSummaries.of(workflow, clock.millis()));
    }

    private SssClient client(Request request) {
        return clients.of(request.caller());
    }

    private static void send(Response response, Map<String, Object> answer) throws IOException {
        response.send(200, JSON, Json.write(answer));
    }

    /** Throws an error if the path has another length. */
    private static void check(List<String> path, int segments) {
        if (path.size() != segments) {
            throw unknown(path);
        }
    }

    private static void allow(String methods, Request request, Response response) {
        boolean isAllowed = List.of(methods.split(", ")).contains(request.method())
                || request.method().equals("HEAD") && methods.startsWith("GET");
        if (!isAllowed) {
            response.header("Allow", methods);
            throw new StatusException(
                    405,
                    ErrorCode.INVALID_ARGUMENT,
                    request.method() + " is not possible here; this path takes " + methods);
        }
    }

    private static StatusException unknown(List<String> path) {
        return new StatusException(
                404,
                ErrorCode.NOT_FOUND,
                "the API has no path /api/v1/" + String.join("/", path) + "; see /api/v1/openapi.json");
    }

    private static byte[] document() {
        try (InputStream in = Api.class.getResourceAsStream("openapi.json")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        events.close();
    }
}
