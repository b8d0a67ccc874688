// Times of one disk in strips below one another, on one axis.
const STRIP = { left: 6, right: 14, name: 16, pair: 4, gap: 8, axis: 30 };

/** The picture's units are pixels, so that its text has the same size on every screen. */
const widthFor = (box) => Math.max(280, Math.min(760, box));

/**
 * @param rows {name, note?, past?, height, draw(at, top) -> elements}
 */
function strips(title, desc, rows, domain, width, label, lines = []) {
  const at = logScale(...domain, STRIP.left, width - STRIP.right);
  const parts = [];
  let y = 0;
  for (const row of rows) {
    parts.push(svg("text", { class: row.past ? "" : "name", x: STRIP.left, y: y + 11 }, row.name));
    parts.push(svg("g", { class: row.past ? "past" : null }, ...row.draw(at, y + STRIP.name)));
    y += STRIP.name + row.height + STRIP.gap;
  }
  const grid = ticksOf(domain, width > 400 ? 8 : 5).flatMap((tick) => [
    svg("path", { class: "grid", d: `M${at(tick)} 0V${y}` }),
    svg("text", { x: at(tick), y: y + 13, "text-anchor": tickAnchor(at(tick), width) }, label(tick)),
  ]);
  const thresholds = lines
    .filter((line) => line.value >= domain[0] && line.value <= domain[1])
    .map((line) => svg("path", { class: line.name, d: `M${at(line.value)} 0V${y}` }));
  const height = y + STRIP.axis - 12;
  return svg("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img" },
    svg("title", {}, title), svg("desc", {}, desc), ...grid, ...thresholds, ...parts);
}

const tickAnchor = (x, width) => (x < 24 ? "start" : x > width - 30 ? "end" : "middle");

/** Each pair a line from its write, hollow, to its operation, filled. */
function pairStrip(name, pairs, past) {
  return {
    name, past,
    height: pairs.length * STRIP.pair,
    draw: (at, top) => {
      let lines = "", operations = "", writes = "";
      pairs.forEach(([operation, write], i) => {
        const y = top + i * STRIP.pair + STRIP.pair / 2;
        if (operation > 0 && write > 0) {
          lines += `M${at(write).toFixed(1)} ${y}H${at(operation).toFixed(1)}`;
          operations += dot(Math.round(at(operation)), y, 2.2);
          writes += dot(Math.round(at(write)), y, 2.2);
        }
      });
      return [svg("path", { class: "pair", d: lines }), svg("path", { class: "write", d: writes }), svg("path", { class: "zero", d: operations })];
    },
  };
}

/** Each command a tick; the median a thick one. */
function tickStrip(name, nanos, past) {
  return {
    name, past,
    height: 12,
    draw: (at, top) => {
      const d = [...new Set(nanos.filter((time) => time > 0).map((time) => at(time).toFixed(1)))].map((x) => `M${x} ${top}v12`).join("");
      const middle = median(nanos);
      return [svg("path", { class: "tick", d }), middle > 0 ? svg("path", { class: "median", d: `M${at(middle).toFixed(1)} ${top - 2}v16` }) : ""];
    },
  };
}

function intervalStrip(name, ratio, past) {
  return {
    name, past,
    height: 10,
    draw: (at, top) => {
      const [estimate, low, high] = ratio;
      return [
        svg("path", { class: "interval", d: `M${at(low).toFixed(1)} ${top + 5}H${at(high).toFixed(1)}` }),
        svg("path", { class: "zero", d: dot(Math.round(at(estimate)), top + 5, 4) }),
      ];
    },
  };
}
