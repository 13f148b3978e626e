/**
 * The data client: writes blocks to their owners and reads committed ones.
 *
 * <pre>
 *   RunWriter --blocks--> PutSession --one stream per owner--> data servers
 *   RunCursor, RunMerge &lt;--blocks-- RemoteSource &lt;--one stream per subgroup-- data servers
 *   values of keys      &lt;---------- GetAnswer    &lt;--one stream per request--- data servers
 * </pre>
 *
 * <p>Readers ask GroupHolders which nodes have a subgroup. If one fails, FailoverSource continues its scan, and
 * KeyReads repeats its lookups, at the next one.
 */
package org.sss.net.data;
