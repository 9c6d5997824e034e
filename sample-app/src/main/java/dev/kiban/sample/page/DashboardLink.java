package dev.kiban.sample.page;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Whether something in this application serves the dashboard's path. */
@Component
class DashboardLink {

    private static final String PATH = "/kiban";

    private final ObjectProvider<RequestMappingHandlerMapping> mappings;

    DashboardLink(ObjectProvider<RequestMappingHandlerMapping> mappings) {
        this.mappings = mappings;
    }

    boolean isPresent() {
        return mappings.stream()
                .flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
                .anyMatch(mapping -> mapping.getPatternValues().contains(PATH));
    }
}
