/** Jars and serialized jobs, named by the SHA-256 of their content: stored by the coordinator, cached by the nodes. */
package org.sss.server.coordinator.blob;
