package org.sss.client.shuffle;

import org.sss.api.Shuffle;

class DsaIT extends ShuffleContract {
    DsaIT() {
        super(Shuffle.DSA);
    }
}
