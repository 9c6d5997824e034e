package dev.kiban.dashboard;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask where nobody asks for a password: this machine itself. An address alone does not prove it. A proxy on this
 * machine speaks for others, and shows by its headers; a page that the user has open elsewhere may have its name point here,
 * and shows by the name; or it may ask across origins, and shows by its own.
 */
final class LoopbackRule {

    private static final Set<String> NAMES = Set.of("localhost", "127.0.0.1", "[::1]", "::1");
    private static final Pattern PORT = Pattern.compile(":\\d{0,5}$");
    private static final Pattern IPV4 = Pattern.compile("127(\\.\\d{1,3}){3}");

    private static final Set<String> PROXY_HEADERS = Set.of(
            "forwarded",
            "forwarded-for",
            "via",
            "x-real-ip",
            "x-client-ip",
            "x-cluster-client-ip",
            "x-proxyuser-ip",
            "x-azure-clientip",
            "true-client-ip",
            "fastly-client-ip",
            "cf-connecting-ip",
            "cdn-loop");

    private static final List<String> PROXY_PREFIXES = List.of("x-forwarded", "x-original-", "x-envoy-");

    private LoopbackRule() {}

    /** Why this one gets no answer, for people; null when it gets one. */
    static @Nullable String refusal(Peer peer) {
        if (!peer.addresses().stream().allMatch(LoopbackRule::isLoopback)) {
            return "The request came from another machine.";
        }
        if (peer.headers().stream().anyMatch(LoopbackRule::tellsOfProxy)) {
            return "The request came through a proxy: it carries a forwarding header.";
        }
        if (peer.rewritten()) {
            return "The server takes addresses from headers (server.forward-headers-strategy is native), so that nobody can tell"
                    + " where the request came from.";
        }
        if (!isLoopbackName(peer.serverName()) || (peer.host() != null && !isLoopbackName(peer.host()))) {
            return "The request asked for another name than localhost, 127.0.0.1 or [::1].";
        }
        if (peer.origin() != null && !isOwn(peer.origin(), peer.host())) {
            return "The request came from a page of another origin.";
        }
        return null;
    }

    private static boolean isLoopback(String address) {
        if (IPV4.matcher(address).matches()) {
            return true;
        }
        // With a colon in it this is a literal or an error, never a name to look up.
        int zone = address.indexOf('%');
        String literal = zone < 0 ? address : address.substring(0, zone);
        try {
            return literal.indexOf(':') >= 0 && InetAddress.getByName(literal).isLoopbackAddress();
        } catch (UnknownHostException malformed) {
            return false;
        }
    }

    private static boolean tellsOfProxy(String header) {
        return PROXY_HEADERS.contains(header) || PROXY_PREFIXES.stream().anyMatch(header::startsWith);
    }

    private static boolean isLoopbackName(@Nullable String host) {
        if (host == null) {
            return false;
        }
        String name = host.toLowerCase(Locale.ROOT);
        return NAMES.contains(name) || NAMES.contains(PORT.matcher(name).replaceFirst(""));
    }

    private static boolean isOwn(String origin, @Nullable String host) {
        return host != null
                && (origin.equalsIgnoreCase("http://" + host) || origin.equalsIgnoreCase("https://" + host));
    }
}
