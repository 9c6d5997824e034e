package dev.kiban.internal.commit;

import java.io.IOException;

/** Something that needs the writers' place: no write is appended or inserted while it runs. */
@FunctionalInterface
public interface ExclusiveTask {

    void run() throws IOException;
}
