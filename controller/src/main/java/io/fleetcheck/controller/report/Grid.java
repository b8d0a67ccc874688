package io.fleetcheck.controller.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cells in columns that are as wide as their widest cell, two blanks apart. */
final class Grid {

  /**
   * A column's head.
   *
   * @param right whether its cells are numbers, to be aligned at their end
   */
  record Column(String title, boolean right) {}

  private static final String GAP = "  ";

  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();
  private final int[] widths;

  Grid(Column... columns) {
    this.columns = List.of(columns);
    this.widths = this.columns.stream().mapToInt(column -> length(column.title())).toArray();
  }

  /** Cells without escape sequences: those would count as width. */
  void add(String... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(cells.length + " cells for " + columns.size());
    }
    rows.add(List.of(cells));
    for (int column = 0; column < cells.length; column++) {
      widths[column] = Math.max(widths[column], length(cells[column]));
    }
  }

  /** Of the widest line, in columns of a terminal. */
  int width() {
    return GAP.length() * (widths.length - 1) + Arrays.stream(widths).sum();
  }

  /** The head, then a line for each row, without blanks at the end. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(line(columns.stream().map(Column::title).toList()));
    rows.forEach(row -> lines.add(line(row)));
    return lines;
  }

  private String line(List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column);
      String blanks = " ".repeat(widths[column] - length(cell));
      line.append(column == 0 ? "" : GAP);
      line.append(columns.get(column).right() ? blanks + cell : cell + blanks);
    }
    return line.toString().stripTrailing();
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
