/**
 * Settings of a node: one table ({@link org.sss.server.node.config.Settings}), from which come the checks, the typed
 * {@link org.sss.server.node.config.NodeConfig} and docs/configuration.md.
 */
package org.sss.server.node.config;
