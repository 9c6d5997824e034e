package dev.kiban.dashboard;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.web.servlet.DispatcherServlet;

/**
 * Mounts the dashboard in a Spring MVC application. It is one bean; everything else it is made of stays private, so that no
 * configuration of the application changes it and it changes none.
 */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(DispatcherServlet.class)
@ConditionalOnBooleanProperty(name = "kiban.dashboard.enabled", matchIfMissing = true)
public final class DashboardAutoConfiguration {

    private static final String SPRING_SECURITY = "springSecurityFilterChain";

    /** Never lazy: the traces begin with the application. */
    @Bean
    @Lazy(false)
    DashboardMapping kibanDashboard(ConfigurableListableBeanFactory beans) {
        WatchedEngines engines = new WatchedEngines(beans);
        Routes routes = new Routes(new Pages(), engines, RecordedRuns.bundled(), Assets.load());
        return new DashboardMapping(engines, new DashboardHandler(routes, beans.containsBean(SPRING_SECURITY)));
    }
}
