package dev.kiban.dashboard;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * The recorded runs that the dashboard brings along. They are looked at once, when first asked for; one that cannot be read is left
 * out, with a warning. Thread safe.
 */
final class RecordedRuns {

    /** In addresses the place of the player for a file of the user's own. */
    static final String LOCAL = "local";

    private static final Log LOG = LogFactory.getLog(RecordedRuns.class);
    private static final Pattern FILE = Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]*)\\.ktrace\\.ndjson\\.gz");

    private final String pattern;
    private @Nullable Map<String, Recording> byId;

    private record Recording(RecordedRun run, Resource file, String etag) {}

    private RecordedRuns(String pattern) {
        this.pattern = pattern;
    }

    static RecordedRuns bundled() {
        return in("classpath*:dev/kiban/dashboard/traces/");
    }

    static RecordedRuns in(String folder) {
        return new RecordedRuns(folder + "*.ktrace.ndjson.gz");
    }

    /** All of them, by id. */
    List<RecordedRun> all() {
        return recordings().values().stream().map(Recording::run).toList();
    }

    /** The run of that id, or null. */
    @Nullable
    RecordedRun find(String id) {
        Recording recording = recordings().get(id);
        return recording == null ? null : recording.run();
    }

    /** The recording of that id as it was written, or null. */
    @Nullable
    Answer file(String id) throws IOException {
        Recording recording = recordings().get(id);
        return recording == null
                ? null
                : Answer.of(200, "application/gzip", recording.file().getContentAsByteArray())
                        .tagged(recording.etag());
    }

    private synchronized Map<String, Recording> recordings() {
        if (byId == null) {
            byId = read();
        }
        return byId;
    }

    private Map<String, Recording> read() {
        Map<String, Recording> found = new LinkedHashMap<>();
        for (Resource file : files()) {
            try {
                Matcher name = FILE.matcher(String.valueOf(file.getFilename()));
                if (!name.matches() || name.group(1).equals(LOCAL)) {
                    throw new IOException("its name is no id");
                }
                byte[] bytes = file.getContentAsByteArray();
                RecordedRun run = RecordedRun.read(name.group(1), bytes.length, new ByteArrayInputStream(bytes));
                found.put(run.id(), new Recording(run, file, ContentTag.of(bytes)));
            } catch (IOException | RuntimeException e) {
                LOG.warn("Kiban's dashboard leaves out the recorded run " + file.getFilename() + ": " + e.getMessage());
            }
        }
        return found;
    }

    private List<Resource> files() {
        try {
            List<Resource> files =
                    new ArrayList<>(List.of(new PathMatchingResourcePatternResolver(RecordedRuns.class.getClassLoader())
                            .getResources(pattern)));
            files.sort(Comparator.comparing(file -> String.valueOf(file.getFilename())));
            return files;
        } catch (IOException | RuntimeException e) {
            LOG.warn("Kiban's dashboard cannot list its recorded runs and shows none", e);
            return List.of();
        }
    }
}
