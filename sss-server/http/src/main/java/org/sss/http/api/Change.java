package org.sss.http.api;

import java.util.Map;

/** What has changed since the last look: an event for pages. Immutable. */
record Change(String kind, Map<String, Object> content) {}
