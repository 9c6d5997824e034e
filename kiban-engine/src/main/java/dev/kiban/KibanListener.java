package dev.kiban;

import dev.kiban.event.KibanEvent;

/**
 * Is told what the store does in the background: flushes, compactions, stalls, errors, changes of the file set.
 *
 * <p>Events of one store arrive one at a time and in order, on a thread of the store's {@link KibanResources}, never on a
 * reader's or writer's. What a listener throws is counted and otherwise ignored. A slow listener delays later events of its
 * store, and nothing else; when too many wait, the oldest are dropped and counted.
 */
@FunctionalInterface
public interface KibanListener {

    /** Takes one event. May call the store. Closing a store waits up to a second for events that are still to be told. */
    void onEvent(KibanEvent event);
}
