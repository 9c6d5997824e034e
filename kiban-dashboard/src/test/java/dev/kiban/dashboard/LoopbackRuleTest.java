package dev.kiban.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.filter.ForwardedHeaderFilter;

class LoopbackRuleTest {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1,localhost",
        "127.0.0.1,localhost:8080",
        "127.0.0.1,127.0.0.1:",
        "::1,[::1]:",
        "127.0.0.1,LocalHost:8080",
        "127.8.9.10,127.0.0.1:8080",
        "::1,[::1]:8080",
        "0:0:0:0:0:0:0:1,[::1]",
        "::1%lo,localhost",
        "::ffff:127.0.0.1,localhost"
    })
    void answersThisMachine(String address, String host) {
        assertThat(refusal(request(address, host))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "192.168.1.7",
                "10.0.0.1",
                "128.0.0.1",
                "0.0.0.0",
                "fe80::1",
                "::",
                "::ffff:10.0.0.1",
                "127.0.0.1.evil.example",
                "127.evil",
                "localhost",
                "1127.0.0.1",
                ":",
                "null",
                ""
            })
    void refusesOtherAddresses(String address) {
        assertThat(refusal(request(address, "localhost"))).contains("another machine");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:8080",
                "localhost.evil.example",
                "127.0.0.1.nip.io",
                "127.0.0.2",
                "0.0.0.0",
                "localhost.",
                "localhost:80:80",
                "localhost::",
                ":",
                "localhost@evil.example",
                "192.168.1.7:8080",
                "[::1",
                ""
            })
    void refusesOtherNames(String host) {
        assertThat(refusal(request("127.0.0.1", host))).contains("another name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Forwarded",
                "X-Forwarded-For",
                "x-forwarded-for",
                "X-Forwarded-Host",
                "X-Forwarded-Proto",
                "X-Forwarded",
                "X-Forwarded-Anything",
                "X-Real-IP",
                "Via",
                "True-Client-IP",
                "CF-Connecting-IP",
                "Forwarded-For",
                "X-ProxyUser-Ip",
                "Fastly-Client-IP",
                "X-Azure-ClientIP",
                "X-Original-Host",
                "X-Envoy-External-Address"
            })
    void refusesWhatCameThroughAProxyWhateverTheHeaderSays(String header) {
        MockHttpServletRequest request = request("127.0.0.1", "localhost");
        request.addHeader(header, "127.0.0.1");
        assertThat(refusal(request)).contains("proxy");
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:8080,true",
        "https://localhost:8080,true",
        "http://LOCALHOST:8080,true",
        "http://localhost:3000,false",
        "http://127.0.0.1:8080,false",
        "http://evil.example,false",
        "http://localhost:8080.evil.example,false",
        "null,false",
        "'',false"
    })
    void answersPagesOfItsOwnOriginAlone(String origin, boolean own) {
        MockHttpServletRequest request = request("127.0.0.1", "localhost:8080");
        request.addHeader("Origin", origin);
        String refusal = refusal(request);
        if (own) {
            assertThat(refusal).isNull();
        } else {
            assertThat(refusal).contains("another origin");
        }
    }

    @Test
    void refusesWhenTheServerMayHaveTakenTheAddressFromAHeader() {
        MockHttpServletRequest request = request("127.0.0.1", "localhost");
        request.setAttribute("org.apache.tomcat.request.forwarded", true);
        assertThat(refusal(request)).contains("server.forward-headers-strategy");
    }

    @Test
    void refusesWhenTheConnectionComesFromElsewhereThanTheAddress() {
        MockHttpServletRequest request = request("127.0.0.1", "localhost");
        request.setAttribute("org.apache.tomcat.peerAddr", "10.0.0.7");
        assertThat(refusal(request)).contains("another machine");
    }

    @Test
    void looksBehindWhatFiltersSay() {
        MockHttpServletRequest raw = request("10.0.0.7", "evil.example");
        HttpServletRequest flattering = new HttpServletRequestWrapper(new HttpServletRequestWrapper(raw) {
            @Override
            public String getRemoteAddr() {
                return "127.0.0.1";
            }

            @Override
            public String getServerName() {
                return "localhost";
            }
        });
        assertThat(refusal(flattering)).contains("another machine");
        raw.setRemoteAddr("127.0.0.1");
        assertThat(refusal(flattering)).contains("another name");
    }

    @Test
    void seesTheHeadersThatSpringsFilterTookAway() throws Exception {
        MockHttpServletRequest raw = request("127.0.0.1", "localhost");
        raw.addHeader("X-Forwarded-For", "127.0.0.1");
        MockFilterChain chain = new MockFilterChain();
        new ForwardedHeaderFilter().doFilter(raw, new MockHttpServletResponse(), chain);
        HttpServletRequest filtered = (HttpServletRequest) chain.getRequest();
        assertThat(filtered.getHeader("X-Forwarded-For")).isNull();
        assertThat(refusal(filtered)).contains("proxy");
    }

    @Test
    void refusesWhereTheServerWasAskedForAnotherNameThanTheHeaderSays() {
        MockHttpServletRequest request = request("127.0.0.1", "localhost");
        request.setServerName("evil.example");
        assertThat(refusal(request)).contains("another name");
    }

    private static String refusal(HttpServletRequest request) {
        return LoopbackRule.refusal(Peer.of(request));
    }

    private static Request request(String address, String host) {
        Request request = new Request();
        request.setRemoteAddr(address);
        request.addHeader("Host", host);
        return request;
    }

    /** Has a name of its own, as a server may, and not that of the header. */
    private static final class Request extends MockHttpServletRequest {

        private String name = "localhost";

        @Override
        public void setServerName(String name) {
            this.name = name;
        }

        @Override
        public String getServerName() {
            return name;
        }
    }
}
