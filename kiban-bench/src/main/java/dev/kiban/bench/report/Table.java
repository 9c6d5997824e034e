package dev.kiban.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rows of text under a header.
 *
 * @param header the columns' names
 * @param rows as many cells each as there are columns
 */
public record Table(List<String> header, List<List<String>> rows) {

    public Table {
        header = List.copyOf(header);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows) {
            if (row.size() != header.size()) {
                throw new IllegalArgumentException(row.size() + " cells under " + header.size() + " columns: " + row);
            }
        }
    }

    /** For a terminal: columns padded with spaces. */
    public String toText() {
        int[] widths = new int[header.size()];
        List<List<String>> lines = new ArrayList<>(rows);
        lines.add(0, header);
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        List<String> rule = Arrays.stream(widths).mapToObj("-"::repeat).toList();
        lines.add(1, rule);
        return lines.stream()
                .map(line -> IntStream.range(0, widths.length)
                        .mapToObj(i ->
                                line.get(i) + " ".repeat(widths[i] - line.get(i).length()))
                        .collect(Collectors.joining("  "))
                        .stripTrailing())
                .collect(Collectors.joining("\n", "", "\n"));
    }

    public String toMarkdown() {
        List<List<String>> lines = new ArrayList<>(rows);
        lines.add(0, header);
        lines.add(1, header.stream().map(column -> "---").toList());
        return lines.stream()
                .map(line -> line.stream()
                        .map(cell -> cell.replace("|", "\\|"))
                        .collect(Collectors.joining(" | ", "| ", " |")))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
