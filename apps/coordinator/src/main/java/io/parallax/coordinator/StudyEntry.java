package io.parallax.coordinator;

/** A submitted study as the database stores it, without its result. */
record StudyEntry(
    String id,
    long number,
    String name,
    String manifest,
    StudyState state,
    String owner,
    String created,
    String note,
    String method) {}
