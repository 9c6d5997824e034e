package dev.kiban.sample.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

class DashboardLinkTest {

    private static final String DASHBOARD = "dev.kiban.dashboard.DashboardAutoConfiguration";

    private final WebApplicationContextRunner application =
            new WebApplicationContextRunner().withBean(DashboardLink.class);

    @Test
    void thereIsALinkWhereTheDashboardIs() throws ClassNotFoundException {
        application
                .withConfiguration(AutoConfigurations.of(Class.forName(DASHBOARD)))
                .run(context -> assertThat(context.getBean(DashboardLink.class).isPresent())
                        .isTrue());
    }

    @Test
    void thereIsNoneWhereTheDashboardIsSwitchedOff() throws ClassNotFoundException {
        application
                .withConfiguration(AutoConfigurations.of(Class.forName(DASHBOARD)))
                .withPropertyValues("kiban.dashboard.enabled=false")
                .run(context -> assertThat(context.getBean(DashboardLink.class).isPresent())
                        .isFalse());
    }

    @Test
    void thereIsNoneWithoutTheDependency() {
        application
                .withClassLoader(new FilteredClassLoader("dev.kiban.dashboard"))
                .run(context -> assertThat(context.getBean(DashboardLink.class).isPresent())
                        .isFalse());
    }
}
