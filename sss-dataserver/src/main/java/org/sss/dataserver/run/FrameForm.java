package org.sss.dataserver.run;

/**
 * How blocks are packed into the frames of a scan whose client accepts several in one. Immutable.
 *
 * @param maxBytes  of a frame with more than one block
 * @param fromFiles whether blocks may be sent from their files, without being read
 * @param checkAll  whether the checksums of blocks that are read are compared even if that was done recently
 */
public record FrameForm(int maxBytes, boolean fromFiles, boolean checkAll) {}
