package org.sss.client.shuffle;

import org.sss.api.Shuffle;

class DsaSmsIT extends HeldPartsContract {
    DsaSmsIT() {
        super(Shuffle.DSA_SMS);
    }
}
