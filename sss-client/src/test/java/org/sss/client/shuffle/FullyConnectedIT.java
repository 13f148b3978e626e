package org.sss.client.shuffle;

import org.sss.api.Shuffle;

class FullyConnectedIT extends ShuffleContract {
    FullyConnectedIT() {
        super(Shuffle.FULLY_CONNECTED);
    }
}
