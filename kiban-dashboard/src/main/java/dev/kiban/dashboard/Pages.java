package dev.kiban.dashboard;

import dev.kiban.Kiban;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.thymeleaf.ITemplateEngine;
import org.thymeleaf.context.Context;
import org.thymeleaf.context.IExpressionContext;
import org.thymeleaf.linkbuilder.StandardLinkBuilder;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

/**
 * Renders the pages with a template engine of its own: one that were a bean would take the place of the application's. Thread
 * safe.
 */
final class Pages {

    private static final String FOLDER = "dev/kiban/dashboard/templates/";

    /** Name of the variable that holds context path and servlet path; no template needs it. */
    private static final String MOUNT = "mount";

    private final ITemplateEngine templates = engine();
    private final String version = version();

    private static ITemplateEngine engine() {
        ClassLoaderTemplateResolver resolver = new ClassLoaderTemplateResolver(Pages.class.getClassLoader());
        resolver.setPrefix(FOLDER);
        resolver.setSuffix(".html");
        resolver.setTemplateMode(TemplateMode.HTML);
        resolver.setCharacterEncoding(StandardCharsets.UTF_8.name());
        SpringTemplateEngine engine = new SpringTemplateEngine();
        engine.setTemplateResolver(resolver);
        engine.setLinkBuilder(new MountedLinks());
        return engine;
    }

    private static String version() {
        String version = Kiban.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    Answer engines(String mount, List<EngineCard> engines) {
        return page(200, mount, "engines", "engines", "Engines", Map.of("engines", engines));
    }

    Answer engine(String mount, EngineCard engine) {
        return page(200, mount, "engine", "engine", engine.title(), Map.of("engine", engine));
    }

    Answer traces(String mount, List<RecordedRun> traces) {
        return page(200, mount, "traces", "traces", "Recorded runs", Map.of("traces", traces));
    }

    /** @param run null for the player that waits for a file */
    Answer replay(String mount, @Nullable RecordedRun run) {
        return run == null
                ? page(200, mount, "replay", "replay", "Your recording", Map.of())
                : page(200, mount, "replay", "replay", run.title(), Map.of("run", run));
    }

    Answer error(int status, String mount, String heading, String explanation) {
        return page(
                status,
                mount,
                "error",
                "error",
                heading,
                Map.of("status", status, "heading", heading, "explanation", explanation));
    }

    /** The one page without assets: whoever sees it may not have them. */
    Answer forbidden(String mount, String reason) {
        return page(403, mount, "error", "forbidden", "Not from here", Map.of("status", 403, "reason", reason));
    }

    private Answer page(
            int status, String mount, String page, String template, String title, Map<String, Object> variables) {
        Context context = new Context(Locale.ENGLISH, variables);
        context.setVariable("page", page);
        context.setVariable("title", title);
        context.setVariable("version", version);
        context.setVariable(MOUNT, mount);
        return Answer.of(
                status, Answer.HTML, templates.process(template, context).getBytes(StandardCharsets.UTF_8));
    }

    /** Addresses that begin with a slash are meant below the place where the dashboard is mounted. */
    private static final class MountedLinks extends StandardLinkBuilder {

        @Override
        protected String computeContextPath(
                IExpressionContext context, String base, @Nullable Map<String, Object> parameters) {
            return String.valueOf(context.getVariable(MOUNT));
        }

        @Override
        protected String processLink(IExpressionContext context, String link) {
            return link;
        }
    }
}
