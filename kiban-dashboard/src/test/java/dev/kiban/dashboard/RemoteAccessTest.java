package dev.kiban.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/** Who gets an answer from a real server that listens on every address, however it treats forwarding headers. */
class RemoteAccessTest {

    private enum Strategy {
        NONE,
        FRAMEWORK,
        NATIVE
    }

    private static final Map<Strategy, Host> HOSTS = new EnumMap<>(Strategy.class);

    @AfterAll
    static void stop() {
        HOSTS.values().forEach(Host::close);
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    void anotherMachineGetsNoAnswerWhateverItClaims(Strategy strategy) throws SocketException {
        Optional<InetAddress> outer = outerAddress();
        assumeTrue(outer.isPresent(), "this machine has no address besides loopback to connect to");
        Host host = host(strategy);
        Http outside = new Http(outer.get(), host.http().port());
        String name = "Host: localhost:" + outside.port();
        for (String[] headers : new String[][] {
            {},
            {name},
            {name, "X-Forwarded-For: 127.0.0.1"},
            {name, "X-Forwarded-For: 127.0.0.1, " + outer.get().getHostAddress()},
            {name, "X-Forwarded-For: ::1"},
            {name, "X-Forwarded-For: 127.0.0.1", "X-Forwarded-Host: localhost", "X-Forwarded-Proto: http"},
            {name, "Forwarded: for=127.0.0.1;host=localhost"}
        }) {
            Http.Reply answer = outside.get("/kiban", headers);
            assertThat(answer.status()).as(String.join(" | ", headers)).isEqualTo(403);
            assertThat(answer.header("Content-Security-Policy")).isEqualTo(Host.CSP);
            assertThat(outside.get("/kiban/assets/chart.js", headers).status()).isEqualTo(403);
        }
    }

    @ParameterizedTest
    @EnumSource(Strategy.class)
    void aProxyOnThisMachineGetsNoAnswerWhateverItClaims(Strategy strategy) {
        Host host = host(strategy);
        for (String header : new String[] {
            "X-Forwarded-For: 127.0.0.1",
            "X-Forwarded-For: 10.0.0.7",
            "X-Forwarded-For: 127.0.0.1, 10.0.0.7",
            "X-Forwarded-Host: localhost",
            "Forwarded: for=127.0.0.1"
        }) {
            assertThat(host.http().get("/kiban", header).status()).as(header).isEqualTo(403);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"NONE", "FRAMEWORK"})
    void thisMachineGetsAnAnswer(Strategy strategy) {
        Host host = host(strategy);
        assertThat(host.http().get("/kiban").status()).isEqualTo(200);
    }

    /** Tomcat takes the header away that it believed, so that a forged one leaves no trace to tell it by. */
    @Test
    void whereTheServerBelievesHeadersNobodyGetsAnAnswerAndIsToldWhy() {
        Host host = host(Strategy.NATIVE);
        Http.Reply answer = host.http().get("/kiban");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("server.forward-headers-strategy", "Spring Security");
    }

    private static Host host(Strategy strategy) {
        return HOSTS.computeIfAbsent(
                strategy,
                chosen -> Host.start(
                        Application.class,
                        "--server.address=0.0.0.0",
                        "--server.forward-headers-strategy=" + chosen.name()));
    }

    private static Optional<InetAddress> outerAddress() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .filter(RemoteAccessTest::isUp)
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .findFirst();
    }

    private static boolean isUp(NetworkInterface card) {
        try {
            return card.isUp() && !card.isPointToPoint();
        } catch (SocketException e) {
            return false;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
