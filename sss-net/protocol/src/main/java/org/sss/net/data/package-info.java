/**
 * The data client: writes blocks to their owners and reads committed ones.
 *
 * <pre>
 *   RunWriter --blocks--> PutSession --one stream per owner--> data servers
 *   RunCursor, RunMerge &lt;--blocks-- RemoteSource &lt;--one stream per subgroup-- data servers
 *   values of keys      &lt;---------- GetAnswer    &lt;--one stream per request--- data servers
 * </pre>
 */
package org.sss.net.data;
