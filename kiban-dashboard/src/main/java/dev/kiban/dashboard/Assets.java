package dev.kiban.dashboard;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * What pages need besides themselves: the files of the assets folder and Chart.js out of its WebJar. Read once, so that a path is
 * only ever looked up here and never in a file system. Immutable.
 */
final class Assets {

    private static final Log LOG = LogFactory.getLog(Assets.class);
    private static final String FOLDER = "dev/kiban/dashboard/assets/";
    private static final String CHART_JS = "chart.js";
    private static final String CHART_JS_VERSION = "META-INF/maven/org.webjars.npm/chart.js/pom.properties";
    private static final String CHART_JS_FILE = "META-INF/resources/webjars/chart.js/%s/dist/chart.umd.min.js";

    private static final Map<String, String> TYPES = Map.of(
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "json", "application/json",
            "svg", "image/svg+xml",
            "png", "image/png",
            "ico", "image/x-icon",
            "woff2", "font/woff2",
            "txt", "text/plain; charset=utf-8");

    private final Map<String, Answer> byPath;

    private Assets(Map<String, Answer> byPath) {
        this.byPath = Map.copyOf(byPath);
    }

    /** What cannot be read is left out, with a warning. */
    static Assets load() {
        ClassLoader loader = Assets.class.getClassLoader();
        Map<String, Answer> found = new HashMap<>();
        try {
            for (Resource file :
                    new PathMatchingResourcePatternResolver(loader).getResources("classpath*:" + FOLDER + "**/*.*")) {
                String url = file.getURL().toString();
                add(found, url.substring(url.lastIndexOf(FOLDER) + FOLDER.length()), file.getContentAsByteArray());
            }
            addChartJs(found, loader);
        } catch (IOException | RuntimeException e) {
            LOG.warn("Kiban's dashboard cannot read all of its assets, its pages may be bare", e);
        }
        return new Assets(found);
    }

    private static void addChartJs(Map<String, Answer> found, ClassLoader loader) throws IOException {
        Properties pom = new Properties();
        pom.load(new ByteArrayInputStream(read(loader, CHART_JS_VERSION)));
        byte[] content = read(loader, CHART_JS_FILE.formatted(pom.getProperty("version")));
        add(found, CHART_JS, content);
    }

    private static byte[] read(ClassLoader loader, String name) throws IOException {
        try (InputStream in = loader.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("there is no " + name + " on the class path");
            }
            return in.readAllBytes();
        }
    }

    private static void add(Map<String, Answer> found, String path, byte[] content) {
        String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
        if (type != null) {
            found.put(path, Answer.of(200, type, content).tagged(ContentTag.of(content)));
        }
    }

    /** The answer for that path below the assets folder, or null. */
    @Nullable
    Answer find(String path) {
        return byPath.get(path);
    }
}
