/**
 * Settings of a node: one table ({@link org.sss.server.node.config.Settings}) is the source of the validation, of the
 * typed {@link org.sss.server.node.config.NodeConfig} and of docs/configuration.md.
 */
package org.sss.server.node.config;
