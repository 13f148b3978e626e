package org.sss.net.block;

/** Hashes of the bytes {@code i * 131 + 7}, computed with zero-allocation-hashing 2026.0. */
final class KeyHashGolden {
    /** By length. */
    static final long[] UP_TO_40 = {
        0xe910fc138608f45bL, 0x321d6d74f2e6274bL, 0x0d5cbcc52d8fcda3L, 0x694b6f92a6cb8e1bL,
        0x956944a077b68869L, 0x02324eece1d626b5L, 0xc3b4f8c84b7a960aL, 0xdfbd47b55708447cL,
        0x9a53ccf30ea275e1L, 0x764dad4c89c7145bL, 0x7aca346433163ef9L, 0x9b595d81b386c28fL,
        0x38dccbd04ea05f5bL, 0x8c5fc003fefdb6e5L, 0x10113be9999598acL, 0x0a2e53aefe8a8d59L,
        0xcc8d529c5ade142eL, 0xeff7d5a422a77336L, 0xde12f55c8b20391dL, 0xefc4e39ec59300fbL,
        0xe7c562ca03001bd2L, 0x0b09e971ecf9f48dL, 0x160cca448a19a6b5L, 0x9b4ea9d1d2eecf4dL,
        0xff3d463a9061fc79L, 0x79b2675b23334a30L, 0xbc0a8a78508086a9L, 0x6ceac5588d59abefL,
        0xf7d96604eab80686L, 0x80eeb363651340fdL, 0x03312f9685f92307L, 0x0ce68337425c09a4L,
        0xd3a6d5438a688d86L, 0xb8d13fceec8c48f5L, 0x1a0c0bca6612699fL, 0xa4baf6c4d05a6090L,
        0x593fbe909f16fa0cL, 0xec9b5f6fc0eb92daL, 0x7a302e8ba0b133cbL, 0xf05d2a549c8dc428L,
        0x1f23a3049fbb1044L,
    };

    /** Length and hash. */
    static final long[][] LONGER = {
        {64, 0x7c89732b0d6d8c08L},
        {65, 0x530d275edcb146edL},
        {96, 0xa53727cc7edf3803L},
        {97, 0xb96d41aec6bf60c4L},
        {128, 0xf62c1fa38f64bb4fL},
        {129, 0xc3541233eea99563L},
        {240, 0x984023c5ab873e63L},
        {241, 0x8c1d88934c4c1d61L},
        {256, 0x8457af1dc8ff7fc6L},
        {1024, 0x264e3684001f6fd8L},
        {1025, 0xeaee6e8439e5714fL},
        {2048, 0x013e806b29065732L},
        {2049, 0xc85936a38ba33786L},
        {65535, 0xb4105f8224e6f074L},
    };

    private KeyHashGolden() {}
}
