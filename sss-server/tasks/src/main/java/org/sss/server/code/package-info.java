/** The user's code: serialization of jobs, and the class loaders that run them. */
package org.sss.server.code;
