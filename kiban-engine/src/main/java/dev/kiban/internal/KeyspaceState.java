package dev.kiban.internal;

/** Stub of the seam. */
public record KeyspaceState(int id, String name) {}
