package dev.kiban.sample.page;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.stereotype.Component;

/** Whether the dashboard is in this application: with its dependency taken out, or switched off, it is not. */
@Component
class DashboardLink {

    private static final String BEAN = "kibanDashboard";

    private final BeanFactory beans;

    DashboardLink(BeanFactory beans) {
        this.beans = beans;
    }

    boolean isPresent() {
        return beans.containsBean(BEAN);
    }
}
