/**
 * Meta-blocks: the sizes of blocks that wait, and the memory free at each node, which nodes exchange before the blocks
 * (Tsukuba 2019, CSA and DSA).
 *
 * <pre>
 *   StagedOutput -> MetaCounts -> MetaBlock -> MetaFormat -> MetaMessages --verb shuffle.meta--> MetaReceiver of another node
 *
 *   one partner (csa)      MetaMessages -> ExpectedSizes: compared with what the data server has stored
 *   all nodes (dsa)        BruckGather  -> MetaTable: bytes by sender, by owner and by subgroup -> PartnerOrder
 * </pre>
 */
package org.sss.server.shuffle.meta;
