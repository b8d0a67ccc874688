// Zeroing against writing, each disk a mark; one plot of all, and one for each cause.
const PLOT = { width: 360, height: 300, left: 64, right: 12, top: 10, bottom: 40 };
const NEAR = 14;

const measuredDisks = disks.filter((disk) => disk.measured);
const writingDomain = domainOf(measuredDisks.map((disk) => disk.writing), 1.15);
const zeroingDomain = domainOf(measuredDisks.map((disk) => disk.zeroing), 1.15);
const atX = logScale(...writingDomain, PLOT.left, PLOT.width - PLOT.right);
const atY = logScale(...zeroingDomain, PLOT.height - PLOT.bottom, PLOT.top);

/**
 * @param title what the plot is of
 * @param shown the disks it is about
 * @param rest others that they are to be seen against, drawn faintly
 */
function scatter(title, shown, rest, link) {
  const marks = new Map();
  const paths = [...pathsOf(rest, "rest ", marks), ...pathsOf(shown, "", marks)];
  const here = svg("path", { class: "here" });
  const readout = html("p", { class: "readout" });
  const nearest = (event) => nearestMark(event, picture, marks);
  const picture = svg("svg", {
    class: "plot", viewBox: `0 0 ${PLOT.width} ${PLOT.height}`, role: "img",
    pointermove: (event) => {
      const found = nearest(event);
      here.setAttribute("d", found ? dot(found.x, found.y, 6) : "");
      readout.textContent = found ? readoutOf(found.disks) : "";
      picture.style.cursor = found ? "pointer" : "";
    },
    click: (event) => {
      const found = nearest(event);
      if (found) {
        show({ ...startState(), model: found.disks[0].label.text, measured: true, disk: found.disks[0].key }, "detail");
      }
    },
  }, svg("title", {}, title), svg("desc", {}, description(shown, rest)), frame(), thresholdLines(), ...paths, here);
  return html("figure", {},
    html("figcaption", {}, html("h3", {}, title)),
    picture, legend(shown, rest), readout,
    html("a", { href: "#" + writeState({ ...startState(), ...link }), click: (event) => follow(event, { ...startState(), ...link }) },
      `${counted(shown.length + rest.length, "disk")} of this plot as a table`));
}

function description(shown, rest) {
  const by = LEVELS.map((level) => [level, shown.filter((disk) => disk.level === level).length]).filter(([, count]) => count > 0);
  const above = shown.filter((disk) => disk.ratio[1] !== null && disk.ratio[1] >= run.thresholds.slow).length;
  return `${counted(shown.length, "measured disk")}: ${by.map(([level, count]) => count + " " + words(level)).join(", ")}. ` +
    `Of ${above} the whole interval is at ${run.thresholds.slow} or above.` +
    (rest.length > 0 ? ` ${counted(rest.length, "other disk")} of the same model, firmware and driver are drawn faintly.` : "");
}

/** A path for each level, and one that rings what is waived. Marks on the same pixel are one. */
function pathsOf(some, faint, marks) {
  const paths = [];
  for (const level of [...LEVELS].reverse()) {
    let d = "";
    let rings = "";
    for (const disk of some) {
      if (disk.level === level) {
        const x = Math.round(atX(disk.writing));
        const y = Math.round(atY(disk.zeroing));
        const place = level + x + "," + y;
        const there = marks.get(place);
        if (there) {
          there.disks.push(disk);
        } else {
          marks.set(place, { x, y, disks: [disk] });
          d += SHAPES[level](x, y);
        }
        if (disk.waiver && !there?.ringed) {
          marks.get(place).ringed = true;
          rings += dot(x, y, 6);
        }
      }
    }
    if (d !== "") {
      paths.push(svg("path", { class: faint + level + " " + FILLS[level], d }));
    }
    if (rings !== "") {
      paths.push(svg("path", { class: faint + level + " open", d: rings }));
    }
  }
  return paths;
}

function nearestMark(event, picture, marks) {
  const box = picture.getBoundingClientRect();
  const scale = PLOT.width / box.width;
  const x = (event.clientX - box.left) * scale;
  const y = (event.clientY - box.top) * scale;
  let best = null;
  let distance = NEAR;
  for (const candidate of marks.values()) {
    const far = Math.hypot(candidate.x - x, candidate.y - y);
    if (far < distance) {
      distance = far;
      best = candidate;
    }
  }
  return best;
}

function readoutOf(some) {
  const first = some[0];
  const more = some.length > 1 ? ` and ${some.length - 1} more` : "";
  return `${first.host} ${first.name}${more}: zeroing ${millis(first.zeroing)}, writing ${millis(first.writing)}, ${words(first.level)}`;
}

function frame() {
  const { width, height, left, right, top, bottom } = PLOT;
  const parts = [];
  for (const tick of ticksOf(writingDomain, 5)) {
    const x = atX(tick);
    parts.push(svg("path", { class: "grid", d: `M${x} ${top}V${height - bottom}` }));
    parts.push(svg("text", { x, y: height - bottom + 14, "text-anchor": tickAnchor(x, width) }, shortTime(tick)));
  }
  for (const tick of ticksOf(zeroingDomain, 6)) {
    const y = atY(tick);
    parts.push(svg("path", { class: "grid", d: `M${left} ${y}H${width - right}` }));
    parts.push(svg("text", { x: left - 5, y: y + 4, "text-anchor": "end" }, shortTime(tick)));
  }
  parts.push(svg("text", { x: (left + width - right) / 2, y: height - 8, "text-anchor": "middle" }, "writing and flushing"));
  parts.push(svg("text", { x: 0, y: 0, transform: `translate(10 ${(top + height - bottom) / 2}) rotate(-90)`, "text-anchor": "middle" }, "zeroing and flushing"));
  return svg("g", {}, ...parts);
}

/** As long as; the least that is slow, which also has to take so much longer; the most that is fine. */
function thresholdLines() {
  const { slow, ok, excess } = run.thresholds;
  return svg("g", {},
    curve("equal", (writing) => writing),
    curve("okay", (writing) => ok * writing),
    curve("slow", (writing) => Math.max(slow * writing, writing + excess)));
}

function curve(name, zeroingAt) {
  const [low, high] = writingDomain;
  const points = [];
  for (let i = 0; i <= 60; i++) {
    const writing = low * (high / low) ** (i / 60);
    const y = atY(zeroingAt(writing));
    if (y >= PLOT.top && y <= PLOT.height - PLOT.bottom) {
      points.push(`${atX(writing).toFixed(1)} ${y.toFixed(1)}`);
    }
  }
  return svg("path", { class: name, d: points.length > 1 ? "M" + points.join("L") : "" });
}

function legend(shown, rest) {
  const all = [...shown, ...rest];
  const entries = LEVELS.filter((level) => all.some((disk) => disk.level === level)).map((level) => html("li", {}, levelWord(level)));
  if (all.some((disk) => disk.waiver)) {
    entries.push(html("li", {}, "ringed: waived"));
  }
  return html("ul", { class: "legend" }, entries);
}

/** Alike in all plots, so told once. */
function lineLegend() {
  const { slow, ok, excess } = run.thresholds;
  return html("ul", { class: "legend" },
    key("slow", `slow: from ${slow} times, and ${shortTime(excess)} more`), key("okay", `ok: up to ${ok} times`), key("equal", "zeroing as fast as writing"));
}

/** Plots beyond these are drawn when they are asked for. */
const FIRST_PLOTS = 5;

function drawPlots() {
  if (measuredDisks.length === 0) {
    return;
  }
  const causes = run.causes
    .map((cause) => ({ ...cause, label: run.labels[cause.label] }))
    .map((cause) => {
      const kin = measuredDisks.filter((disk) => disk.label === cause.label);
      const its = (disk) => disk.level === cause.level && disk.code === cause.code;
      return { cause, shown: kin.filter(its), rest: kin.filter((disk) => !its(disk)) };
    })
    .filter(({ shown }) => shown.length > 0);
  const draw = ({ cause, shown, rest }) => scatter(cause.sentence, shown, rest, { model: cause.label.text, measured: true });
  const figures = byId("figures");
  figures.before(lineLegend());
  figures.append(scatter(`All ${counted(measuredDisks.length, "measured disk")}`, measuredDisks, [], { measured: true }));
  figures.append(...causes.slice(0, FIRST_PLOTS).map(draw));
  if (causes.length > FIRST_PLOTS) {
    const more = html("button", {
      type: "button",
      click: () => {
        const drawn = causes.slice(FIRST_PLOTS).map(draw);
        more.replaceWith(...drawn);
        drawn[0].querySelector("a").focus();
      },
    }, `Plots of ${counted(causes.length - FIRST_PLOTS, "more cause")}`);
    figures.append(more);
  }
  byId("plots").hidden = false;
}
