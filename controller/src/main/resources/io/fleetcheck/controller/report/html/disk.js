// One disk with all that is known of it.
const OPERATIONS = { zeroout: "BLKZEROOUT", punch: "PUNCH_HOLE", write: "write against write" };
const IMPACTS = {
  felt: "felt: small preallocated writes stall here",
  ext4_path: "ext4 can stall here; not exercised",
  lazyinit_only: "only ext4’s lazy initialisation and resize zero blocks here",
  bulk_only: "only bulk zeroing (mkfs, blkdiscard -z, images) is slow here",
  none: "not affected",
};

// As the style sheet has it: from this width on pictures stand side by side.
const TWO_COLUMNS = 1000;
const GAP = 40;

const nameOf = (series) => `${OPERATIONS[series.operation] ?? series.operation}, ${bytesText(series.bytes)}`;

/** Pairs of totals: the operation with its flush, the write with its. */
function totals(series) {
  const pairs = [];
  for (let i = 0; i < series.pairs.length; i += 4) {
    const [call, flush, write, writeFlush] = series.pairs.slice(i, i + 4);
    pairs.push([call + flush, write + writeFlush]);
  }
  return pairs;
}

/**
 * @param box pixels that there are for pictures
 * @param close ends the show
 */
function diskPage(disk, box, close) {
  const detail = detailOf(disk);
  const page = html("section", { class: "disk", id: "detail", "aria-labelledby": "detail-title" },
    html("button", { type: "button", class: "close", click: close }, "Close"),
    html("h3", { id: "detail-title", tabindex: "-1" }, `${disk.host} ${disk.name}: ${disk.label.product}`),
    html("p", { class: "verdict" }, levelWord(disk.level), " ", codeLink(disk.code), ...detail.also.flatMap((code) => [", also ", codeLink(code)])));
  const story = html("div", {}, html("p", {}, detail.sentence));
  if (disk.waiver) {
    const { reason, owner, approver, subject } = disk.waiver;
    story.append(html("p", {}, waiverBadge(disk.waiver), ` for ${subject}: ${reason} (owner ${owner}, approved by ${approver})`));
  }
  const told = [
    ...detail.evidence,
    ...(detail.failed ? ["The probe failed: " + detail.failed] : []),
    ...detail.refusals.map(([mode, reason, where, why]) => `Not done, ${mode}: ${reason} (${where}: ${why})`),
    ...detail.changes.map(([setting, before, after]) => `Changed meanwhile: ${setting} was ${before}, is ${after}`),
    ...(detail.blind ? [`The kernel’s own command times are not known: ${detail.blind}`] : []),
  ];
  if (told.length > 0) {
    story.append(html("ul", { class: "evidence" }, told.map((line) => html("li", {}, line))));
  }
  page.append(html("div", { class: "panels" }, story, facts(disk, detail)));
  const width = widthFor(box > TWO_COLUMNS ? (box - GAP) / 2 : box);
  page.append(...measurement(disk, detail, width), ...pastOf(disk, detail, width));
  return page;
}

const codeLink = (code) =>
  byId("code-" + code)
    ? html("a", { href: "#code-" + code, click: (event) => openCode(event, code) }, html("code", {}, code))
    : html("code", {}, code);

function openCode(event, code) {
  event.preventDefault();
  const page = byId("code-" + code);
  page.open = true;
  page.querySelector("summary").focus();
  page.scrollIntoView({ block: "start" });
}

function facts(disk, detail) {
  const list = [["Id", disk.id]];
  if (disk.hctl !== "") {
    list.push(["H:C:T:L", disk.hctl]);
  }
  list.push(["Driver", disk.label.driver || NOTHING], ["Kernel", detail.kernel]);
  list.push(...Object.entries(detail.limits).filter(([name, value]) => name === "max_write_same_blocks" || value !== "(absent)"));
  if (detail.where) {
    list.push(["Measured", `on ${detail.node}, ${detail.where}, mode ${detail.mode}`]);
  }
  list.push(...detail.mounts.map(([path, type, impact]) => [`${path} (${type})`, IMPACTS[impact] ?? impact]));
  return html("dl", {}, list.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]));
}

/** What was measured now and, where there is that, before the limit was changed. */
function measurement(disk, detail, width) {
  const moments = [{ prefix: "", samples: detail, past: false }];
  const parts = [];
  if (detail.before) {
    const head = run.runs[detail.before.run];
    moments.push({ prefix: "before: ", samples: detail.before, past: true });
    parts.push(html("h4", {}, "Before and after"),
      html("p", {}, `The limit max_write_same_blocks was ${detail.before.limit} in run ${head.id} (${utc(head.started)} UTC), and is ${disk.limit} now. Then: `,
        levelWord(detail.before.level), " ", codeLink(detail.before.code), ". ", detail.before.sentence));
  }
  const pictures = html("div", { class: "panels" }, ratiosFigure(moments, width), timesFigure(moments, width));
  if (pictures.childElementCount > 0) {
    parts.push(pictures, folded("These samples as tables", () => moments.flatMap(sampleTables)));
  } else {
    parts.push(html("p", { class: "note" }, "Nothing was measured on this disk."));
  }
  return parts;
}

/** Now and before of the same thing next to one another. */
function interleaved(moments, list, key, strip) {
  const [now, before] = moments.map(({ samples }) => list(samples) ?? []);
  const rows = [];
  const rest = new Set(before ?? []);
  for (const one of now) {
    rows.push(strip(one, "", false));
    for (const other of before ?? []) {
      if (key(one) === key(other) && rest.delete(other)) {
        rows.push(strip(other, "before: ", true));
      }
    }
  }
  rest.forEach((other) => rows.push(strip(other, "before: ", true)));
  return rows;
}

function timesFigure(moments, width) {
  const rows = [
    ...interleaved(moments, (samples) => samples.series, nameOf, (series, prefix, past) =>
      pairStrip(`${prefix}${nameOf(series)}, ${counted(series.pairs.length / 4, "pair")}${series.error ? ", ended by " + series.error : ""}`, totals(series), past)),
    ...interleaved(moments, (samples) => samples.patterns, (pattern) => pattern.mount + pattern.bytes, (pattern, prefix, past) =>
      pairStrip(`${prefix}small file on ${pattern.mount}, ${bytesText(pattern.bytes)} preallocated${pattern.error ? ", ended by " + pattern.error : ""}`,
        pattern.preallocated.map((time, i) => [time, pattern.plain[i]]), past)),
    ...interleaved(moments, (samples) => samples.commands?.filter((kind) => kind.nanos.length > 0), (kind) => kind.opcode + kind.blocks, (kind, prefix, past) =>
      tickStrip(`${prefix}kernel: ${kind.opcode}, ${counted(kind.blocks, "block")}, ${counted(kind.count, "time")}`, kind.nanos, past)),
  ];
  const all = moments.flatMap(({ samples }) => [
    ...(samples.series ?? []).flatMap((series) => totals(series).flat()),
    ...(samples.patterns ?? []).flatMap((pattern) => [...pattern.preallocated, ...pattern.plain]),
    ...(samples.commands ?? []).flatMap((kind) => kind.nanos),
  ]);
  if (rows.length === 0 || all.length === 0) {
    return "";
  }
  return html("figure", {},
    html("figcaption", {}, html("h4", {}, "Every sample, and the kernel’s own command times"),
      html("ul", { class: "legend" }, key("zero", "zeroing, or into preallocated"), key("write", "writing, or without preallocation"), key("tick", "a command’s time in the device"), key("median", "their median"))),
    strips("Times of every sample and command", "Strips below one another on one logarithmic axis of time; the tables below have the numbers.", rows, domainOf(all, 1.1), width, shortTime));
}

function ratiosFigure(moments, width) {
  const rows = interleaved(moments, (samples) => samples.series?.filter((series) => series.ratio), nameOf, (series, prefix, past) =>
    intervalStrip(`${prefix}${nameOf(series)}: ${ratioWithInterval(series.ratio)}`, series.ratio, past));
  if (rows.length === 0) {
    return "";
  }
  const { slow, ok } = run.thresholds;
  const values = moments.flatMap(({ samples }) => (samples.series ?? []).flatMap((series) => series.ratio ?? []));
  return html("figure", {},
    html("figcaption", {}, html("h4", {}, "Ratio to writing, with its 99 % interval"),
      html("ul", { class: "legend" }, key("equal", "as fast"), key("slow", `slow: from ${slow}`), key("okay", `ok: up to ${ok}`))),
    strips("Ratios to writing", "An interval for each operation and size on a logarithmic axis; the tables below have the numbers.", rows,
      domainOf([...values, 1, slow, ok], 1.1), width, (value) => shortNumber(value) + "×",
      [{ name: "equal", value: 1 }, { name: "slow", value: slow }, { name: "okay", value: ok }]));
}

function key(name, text) {
  const d = { zero: dot(13, 5, 3), write: dot(13, 5, 3), tick: "M13 0V10", median: "M13 0V10" }[name] ?? "M0 5H26";
  return html("li", {}, svg("svg", { class: "plot key", viewBox: "0 0 26 10", "aria-hidden": "true" }, svg("path", { class: name, d })), " " + text);
}

const number = (title) => ({ title, number: true });

function sampleTables({ prefix, samples }) {
  const tables = [];
  const series = (samples.series ?? []).filter((one) => one.pairs.length > 0);
  if (series.length > 0) {
    tables.push(table(prefix + "Paired samples: medians, with their flush",
      [{ title: "Operation" }, number("Pairs"), number("Operation"), number("Write"), number("Ratio (99 %)")],
      series.map((one) => {
        const pairs = totals(one);
        return [nameOf(one), String(pairs.length), millis(median(pairs.map(([a]) => a))), millis(median(pairs.map(([, b]) => b))), one.ratio ? ratioWithInterval(one.ratio) : NOTHING];
      })));
    tables.push(table(prefix + "Every pair, in nanoseconds",
      [{ title: "Operation" }, number("Pair"), number("Call"), number("Flush"), number("Write"), number("Flush of the write")],
      series.flatMap((one) => totals(one).map((_, i) => [nameOf(one), String(i + 1), ...one.pairs.slice(4 * i, 4 * i + 4).map(grouped)]))));
  }
  if (samples.patterns?.length > 0) {
    tables.push(table(prefix + "Small files, in nanoseconds",
      [{ title: "File system" }, number("Bytes"), number("File"), number("Preallocated"), number("Plain")],
      samples.patterns.flatMap((one) => one.preallocated.map((time, i) => [one.mount, grouped(one.bytes), String(i + 1), grouped(time), grouped(one.plain[i] ?? 0)]))));
  }
  if (samples.commands?.length > 0) {
    tables.push(table(prefix + `The kernel’s commands${samples.lost > 0 ? `; ${counted(samples.lost, "event")} were lost` : ""}`,
      [{ title: "Command" }, number("Blocks"), number("Count"), number("Median"), { title: "Every time, in nanoseconds" }],
      samples.commands.map((kind) => [kind.opcode, grouped(kind.blocks), String(kind.count), millis(median(kind.nanos)), kind.nanos.map(grouped).join(" ")])));
  }
  return tables;
}

/** The disk in kept runs, this one among them where it is kept. */
function pastOf(disk, detail, width) {
  if (detail.history.length === 0) {
    return [];
  }
  const moments = detail.history.map(([number, host, name, level, code, zeroing, writing, ratio, waived]) =>
    ({ ...run.runs[number], host, name, level, code, zeroing, writing, ratio, waived }));
  return [
    html("h4", {}, `This disk in ${counted(moments.length, "kept run")}`),
    moments.filter((moment) => moment.zeroing > 0 && moment.writing > 0).length > 1 ? historyFigure([...moments].reverse(), width) : "",
    table("The newest first",
      [{ title: "Run" }, { title: "Started (UTC)" }, { title: "Host and disk" }, number("Zeroing"), number("Writing"), number("Ratio"), { title: "Verdict" }],
      moments.map((moment) => [
        moment.id + (moment.id === run.id ? " (this run)" : ""), utc(moment.started), moment.host + " " + moment.name,
        millis(moment.zeroing), millis(moment.writing), ratioText(moment.ratio),
        html("span", {}, levelWord(moment.level), " ", html("code", {}, moment.code), moment.waived ? " (waived)" : ""),
      ])),
  ].filter((part) => part !== "");
}

/** Oldest to newest from left to right, each run as far from the next as any other. */
function historyFigure(moments, width) {
  const left = 50, top = 18, height = 120;
  const domain = domainOf(moments.flatMap((moment) => [moment.zeroing ?? 0, moment.writing ?? 0]), 1.15);
  const y = logScale(...domain, top + height, top);
  const x = (i) => left + 14 + (i * (width - left - 28)) / Math.max(1, moments.length - 1);
  const line = (name) => "M" + moments.map((moment, i) => [moment[name], i]).filter(([time]) => time > 0).map(([time, i]) => `${x(i).toFixed(1)} ${y(time).toFixed(1)}`).join("L");
  const dots = (name) => moments.map((moment, i) => (moment[name] > 0 ? dot(Math.round(x(i)), Math.round(y(moment[name])), 3) : "")).join("");
  const grid = ticksOf(domain, 5).flatMap((tick) => [
    svg("path", { class: "grid", d: `M${left} ${y(tick)}H${width}` }),
    svg("text", { x: left - 5, y: y(tick) + 4, "text-anchor": "end" }, shortTime(tick)),
  ]);
  const levels = moments.map((moment, i) => svg("path", { class: `${moment.level} ${FILLS[moment.level]}`, d: SHAPES[moment.level](Math.round(x(i)), 7) }));
  const days = [0, moments.length - 1].map((i) =>
    svg("text", { x: x(i), y: top + height + 16, "text-anchor": i === 0 ? "start" : "end" }, utc(moments[i].started).slice(0, 10)));
  return html("figure", {},
    html("figcaption", {}, html("ul", { class: "legend" }, key("zero", "zeroing"), key("write", "writing"), [...new Set(moments.map((moment) => moment.level))].map((level) => html("li", {}, levelWord(level))))),
    svg("svg", { class: "plot", viewBox: `0 0 ${width} ${top + height + 22}`, role: "img" },
      svg("title", {}, "Zeroing and writing over the kept runs"), svg("desc", {}, "Oldest to newest; the table below has the numbers."),
      ...grid, svg("path", { class: "pair", d: line("zeroing") }), svg("path", { class: "pair", d: line("writing") }),
      svg("path", { class: "write", d: dots("writing") }), svg("path", { class: "zero", d: dots("zeroing") }), ...levels, ...days));
}
