package dev.kiban.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.ResponseBody;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.thymeleaf.ITemplateEngine;

/** The dashboard in an application that has opinions of its own, and templates with the same names. */
class HostTest {

    private static Host host;

    @BeforeAll
    static void start() {
        host = Host.start(Opinionated.class, "--spring.thymeleaf.prefix=classpath:/templates/");
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    @Test
    void theApplicationKeepsItsTemplates() {
        assertThat(host.context().getBeansOfType(ITemplateEngine.class)).containsOnlyKeys("templateEngine");
        assertThat(host.http().get("/own").body()).contains("<title>Host</title>", "of the host");
        assertThat(host.http().get("/kiban").body())
                .contains("data-page=\"engines\"")
                .doesNotContain("of the host");
    }

    @Test
    void theDashboardComesBeforeThePathsOfTheApplication() {
        assertThat(host.http().get("/other").body()).isEqualTo("catch-all");
        assertThat(host.http().get("/kiban/traces").body()).contains("data-page=\"traces\"");
    }

    @Test
    void whatTheDashboardDoesNotKnowIsTheApplications() {
        assertThat(host.http().get("/kiban/mine").body()).isEqualTo("catch-all");
        assertThat(host.http().get("/kiban/mine").header("X-Intercepted")).isEqualTo("yes");
        Http.Reply nowhere = host.http().get("/kiban/mine/nowhere");
        assertThat(nowhere.body()).doesNotContain("data-page");
        assertThat(nowhere.header("Content-Security-Policy")).isEqualTo("default-src *");
    }

    @Test
    void rulesOfTheApplicationDoNotApply() {
        Http.Reply page = host.http().get("/kiban");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Security-Policy")).isEqualTo(Host.CSP);
        assertThat(page.header("X-Frame-Options")).isEqualTo("DENY");
        assertThat(page.header("X-Intercepted")).isNull();
        assertThat(host.http().get("/own").header("X-Intercepted")).isEqualTo("yes");
        assertThat(host.http().get("/own").header("Content-Security-Policy")).isEqualTo("default-src *");
    }

    @Test
    void pagesOfOtherOriginsMayNotReadItEvenWhereTheyMayReadTheApplication() {
        Http.Reply own = host.http().get("/own", "Origin: http://evil.example");
        assertThat(own.header("Access-Control-Allow-Origin")).isEqualTo("*");
        Http.Reply page = host.http().get("/kiban", "Origin: http://evil.example");
        assertThat(page.status()).isEqualTo(403);
        assertThat(page.header("Access-Control-Allow-Origin")).isNull();
        Http.Reply asked = host.http()
                .send("OPTIONS", "/kiban", "Origin: http://evil.example", "Access-Control-Request-Method: GET");
        assertThat(asked.status()).isEqualTo(403);
        assertThat(asked.header("Access-Control-Allow-Origin")).isNull();
        assertThat(asked.header("Content-Security-Policy")).isEqualTo(Host.CSP);
    }

    @Test
    void worksInAnApplicationWithoutTemplates() {
        try (Host plain = Host.start(
                Plain.class,
                "--spring.autoconfigure.exclude=org.springframework.boot.thymeleaf.autoconfigure.ThymeleafAutoConfiguration")) {
            assertThat(plain.context().getBeansOfType(ITemplateEngine.class)).isEmpty();
            assertThat(plain.http().get("/kiban").body()).contains("data-page=\"engines\"");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Plain {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Own.class, Advice.class})
    static class Opinionated implements WebMvcConfigurer {

        @Override
        public void configureMessageConverters(HttpMessageConverters.ServerBuilder builder) {
            builder.configureMessageConvertersList(converters -> converters.removeIf(
                    converter -> converter.getClass().getSimpleName().startsWith("ByteArray")));
        }

        @Override
        public void addCorsMappings(CorsRegistry registry) {
            registry.addMapping("/**").allowedOrigins("*");
        }

        @Override
        public void addInterceptors(InterceptorRegistry registry) {
            registry.addInterceptor(new HandlerInterceptor() {
                @Override
                public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
                    response.setHeader("X-Intercepted", "yes");
                    return true;
                }
            });
        }

        @Bean
        Filter policies() {
            return (request, response, chain) -> {
                HttpServletResponse answer = (HttpServletResponse) response;
                answer.setHeader("Content-Security-Policy", "default-src *");
                answer.setHeader("X-Frame-Options", "SAMEORIGIN");
                chain.doFilter(request, response);
                answer.setHeader("Content-Security-Policy", "too late");
            };
        }
    }

    @Controller
    static class Own {

        @GetMapping("/own")
        String page(Model model) {
            model.addAttribute("greeting", "of the host");
            return "engines";
        }

        @GetMapping({"/{first}", "/{first}/{second}"})
        @ResponseBody
        String rest() {
            return "catch-all";
        }
    }

    @ControllerAdvice
    static class Advice {

        @ModelAttribute
        void page(Model model) {
            model.addAllAttributes(Map.of("page", "of the host", "title", "of the host"));
        }

        @ExceptionHandler(Exception.class)
        @ResponseBody
        String failed() {
            return "handled by the host";
        }
    }
}
