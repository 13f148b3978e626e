/**
 * The API of a cluster, {@code /api/v1}: what the commands show, as JSON. {@code openapi.json} beside these classes
 * describes it, and a test compares each answer with it.
 *
 * <pre>
 *   Request --> Api --> Clusters | Groups | TuplePages | Exports | Workflows --SssClient of the caller--> node 0
 *                |                                                     |
 *                +--> EventStreams --> View: polls while there are streams --> Events of each page
 *                                                                      v
 *                                                          Fields --> JSON
 * </pre>
 */
package org.sss.http.api;
