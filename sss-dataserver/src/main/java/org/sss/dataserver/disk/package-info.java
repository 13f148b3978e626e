/**
 * Directories and files of a data server.
 *
 * <pre>
 *   DataDirectory (names, version) - DirectoryLock (one process) - Disk (sync, rename) - DataFile (positional reads) - Trash (deletion)
 * </pre>
 */
package org.sss.dataserver.disk;
