/** Jobs that come with SSS. */
package org.sss.client.examples;
