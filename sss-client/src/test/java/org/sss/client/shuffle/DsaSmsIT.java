package org.sss.client.shuffle;

import org.sss.api.Shuffle;

class DsaSmsIT extends RelocationContract {
    DsaSmsIT() {
        super(Shuffle.DSA_SMS);
    }
}
