/**
 * What needs no permission: health, and the files of the page, which show nothing before a session is there.
 *
 * <pre>
 *   class path, directory web/ --read once--> PageFiles --ETag--> browser
 * </pre>
 */
package org.sss.http.page;
