import org.jspecify.annotations.NullMarked;

/** Kiban: an embedded, ordered key-value store in pure Java. Everything below {@code internal} stays closed. */
@NullMarked
module dev.kiban {
    requires static transitive org.jspecify;
    requires org.lz4.java;
    requires static java.management;
    requires static jdk.management;

    exports dev.kiban;
    exports dev.kiban.event;
    exports dev.kiban.metrics;
    exports dev.kiban.trace;
}
