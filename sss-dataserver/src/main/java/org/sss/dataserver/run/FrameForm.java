package org.sss.dataserver.run;

/**
 * How blocks get into the frames of a scan whose client takes several in one. Immutable.
 *
 * @param mostBytes of a frame with more than one block
 * @param fromFiles whether blocks may be sent from where they are stored, without being looked at
 * @param checkAll  whether those that are looked at are compared with their checksums even if that was done lately
 */
public record FrameForm(int mostBytes, boolean fromFiles, boolean checkAll) {
}
