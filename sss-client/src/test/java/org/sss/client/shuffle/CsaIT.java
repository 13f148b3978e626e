package org.sss.client.shuffle;

import org.sss.api.Shuffle;

class CsaIT extends ShuffleContract {
    CsaIT() {
        super(Shuffle.CSA);
    }
}
