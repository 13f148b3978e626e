package org.sss.client.shuffle;

import org.sss.api.Shuffle;

class PairwiseIT extends ShuffleContract {
    PairwiseIT() {
        super(Shuffle.PAIRWISE);
    }
}
