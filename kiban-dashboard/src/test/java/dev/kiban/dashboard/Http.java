package dev.kiban.dashboard;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sends requests as they are written: the JDK's client would not send every Host and path that an attacker does. Immutable.
 *
 * @param address to connect to
 * @param port to connect to
 */
record Http(InetAddress address, int port) {

    private static final int PATIENCE_MILLIS = 20_000;

    /**
     * @param headers by name, whatever its case; of several with one name, the values are joined by a line feed
     */
    record Reply(int status, Map<String, String> headers, byte[] bytes) {

        String body() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        String header(String name) {
            return headers.get(name);
        }
    }

    static Http loopback(int port) {
        return new Http(InetAddress.getLoopbackAddress(), port);
    }

    Reply get(String path, String... headers) {
        return send("GET", path, headers);
    }

    /** @param headers each as {@code Name: value}; Host is that of loopback unless given */
    Reply send(String method, String path, String... headers) {
        StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\nConnection: close\r\n");
        boolean named = false;
        for (String header : headers) {
            request.append(header).append("\r\n");
            named |= header.toLowerCase(Locale.ROOT).startsWith("host:");
        }
        request.append(named ? "\r\n" : "Host: localhost:" + port + "\r\n\r\n");
        try (Socket socket = new Socket(address, port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.ISO_8859_1));
            return reply(socket.getInputStream().readAllBytes());
        } catch (IOException e) {
            throw new AssertionError(method + " " + path + " got no answer", e);
        }
    }

    private static Reply reply(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        String[] lines = text.substring(0, end).split("\r\n");
        for (int i = 1; i < lines.length; i++) {
            String[] header = lines[i].split(":\\s*", 2);
            headers.merge(header[0], header[1], (one, other) -> one + "\n" + other);
        }
        byte[] body = "chunked".equals(headers.get("Transfer-Encoding"))
                ? chunks(text, end + 4)
                : Arrays.copyOfRange(bytes, end + 4, bytes.length);
        return new Reply(Integer.parseInt(lines[0].split(" ")[1]), headers, body);
    }

    private static byte[] chunks(String text, int from) {
        StringBuilder body = new StringBuilder();
        int at = from;
        while (at < text.length()) {
            int start = text.indexOf("\r\n", at) + 2;
            int length = Integer.parseInt(text.substring(at, start - 2), 16);
            body.append(text, start, start + length);
            at = start + length + 2;
        }
        return body.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
