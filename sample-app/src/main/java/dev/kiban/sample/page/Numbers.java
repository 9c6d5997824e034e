package dev.kiban.sample.page;

import dev.kiban.sample.load.LoadStatus;

/** What the page shows anew every second. */
record Numbers(StoreNumbers store, LoadStatus load) {}
