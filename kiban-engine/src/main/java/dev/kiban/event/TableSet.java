package dev.kiban.event;

import java.util.List;

/**
 * The full set of table files at one moment.
 *
 * @param version its number; {@link VersionEdited} events with greater numbers come after it
 * @param tables every table of every keyspace
 */
public record TableSet(long version, List<TableInfo> tables) {}
