package dev.kiban.dashboard;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;

/** Says in a reactive application why there is no dashboard in it, and where one is. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnBooleanProperty(name = "kiban.dashboard.enabled", matchIfMissing = true)
public final class ReactiveDashboardAutoConfiguration {

    private static final Log LOG = LogFactory.getLog(ReactiveDashboardAutoConfiguration.class);

    ReactiveDashboardAutoConfiguration() {
        LOG.info(
                "Kiban's dashboard is for Spring MVC and not part of this reactive application. Start the stand-alone: "
                        + "java -jar kiban-dashboard-<version>-exec.jar, or mvn spring-boot:run -pl kiban-dashboard -am -Pdashboard"
                        + " among its sources");
    }
}
