/** The data client: putting blocks to their owners and reading committed ones back. */
package org.sss.net.data;
