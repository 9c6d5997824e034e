package dev.kiban.event;

import java.util.List;

/**
 * The set of table files changed. Numbers of one store ascend by one, so that a reader of {@link TableSet} knows which edits it
 * still has to apply.
 *
 * @param timeMillis milliseconds since 1970, UTC
 * @param version number of the file set after the change
 * @param added tables that joined
 * @param removed numbers of the tables that left
 */
public record VersionEdited(long timeMillis, long version, List<TableInfo> added, List<Long> removed)
        implements KibanEvent {}
