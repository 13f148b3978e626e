/** The user's code: how jobs travel as bytes, and the class loaders that they run in. */
package org.sss.server.code;
