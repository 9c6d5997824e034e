package dev.kiban.dashboard;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which path gives which answer. Thread safe. */
final class Routes {

    private final Pages pages;
    private final WatchedEngines engines;
    private final RecordedRuns runs;
    private final Assets assets;

    Routes(Pages pages, WatchedEngines engines, RecordedRuns runs, Assets assets) {
        this.pages = pages;
        this.engines = engines;
        this.runs = runs;
        this.assets = assets;
    }

    /**
     * @param mount context path and servlet path
     * @param path decoded segments below it, {@code kiban} the first
     * @param since the query parameter, null when there is none
     */
    Answer answer(String mount, List<String> path, @Nullable String since) throws IOException {
        String area = path.size() > 1 ? path.get(1) : "";
        if (path.size() == 1) {
            return pages.engines(mount, engines.cards());
        }
        if (path.size() == 2 && area.isEmpty()) {
            return Answer.redirect(mount + "/" + DashboardMapping.ROOT);
        }
        if (area.equals("traces") && path.size() == 3 && path.get(2).isEmpty()) {
            return Answer.redirect(mount + "/" + DashboardMapping.ROOT + "/traces");
        }
        if (area.equals("assets")) {
            Answer asset = assets.find(String.join("/", path.subList(2, path.size())));
            return asset == null ? Answer.text(404, "No such asset") : asset;
        }
        if (area.equals("api")) {
            return api(path.subList(2, path.size()), since);
        }
        if (area.equals("traces") && path.size() == 2) {
            return pages.traces(mount, runs.all());
        }
        return path.size() == 3 ? page(mount, area, path.get(2)) : notFound(mount, "There is no page here.");
    }

    private Answer page(String mount, String area, String name) {
        if (area.equals("engines")) {
            EngineCard engine = engines.card(name);
            return engine == null
                    ? notFound(mount, "This application has no engine of that name.")
                    : pages.engine(mount, engine);
        }
        if (area.equals("traces")) {
            RecordedRun run = runs.find(name);
            return run == null && !name.equals(RecordedRuns.LOCAL)
                    ? notFound(mount, "There is no recorded run of that name.")
                    : pages.replay(mount, run);
        }
        return notFound(mount, "There is no page here.");
    }

    private Answer api(List<String> path, @Nullable String since) throws IOException {
        if (path.size() == 3 && path.get(0).equals("engines") && path.get(2).equals("trace")) {
            return trace(path.get(1), since == null ? "0" : since);
        }
        if (path.size() == 2 && path.get(0).equals("traces")) {
            Answer file = runs.file(path.get(1));
            return file == null ? Answer.text(404, "There is no recorded run of that name") : file;
        }
        return Answer.text(404, "There is nothing here");
    }

    private Answer trace(String engine, String since) {
        long sequence;
        try {
            sequence = Long.parseLong(since);
        } catch (NumberFormatException e) {
            return Answer.text(400, "since must be the sequence of a line, or 0");
        }
        List<String> lines = engines.lines(engine, sequence);
        return lines == null ? Answer.text(404, "This application has no engine of that name") : Answer.lines(lines);
    }

    Answer forbidden(String mount, String reason) {
        return pages.forbidden(mount, reason);
    }

    private Answer notFound(String mount, String explanation) {
        return pages.error(404, mount, "Not found", explanation);
    }
}
