// What is shown, as the page's address has it after #, so that it can be linked to.
const FIRST_SORT = "-verdict";
const ROWS = [50, 200, 1000, 0];

const startState = () => ({ q: "", level: [], code: "", model: "", waiver: "", measured: false, sort: FIRST_SORT, page: 1, rows: ROWS[0], disk: "" });

/** Null where the address names a part of the page and says nothing of what is shown. */
function readState(fragment) {
  if (!fragment.includes("=")) {
    return fragment === "" ? startState() : null;
  }
  const words = new URLSearchParams(fragment);
  const state = startState();
  for (const name of ["q", "code", "model", "waiver", "sort", "disk"]) {
    state[name] = words.get(name) ?? state[name];
  }
  state.level = (words.get("level") ?? "").split(",").filter((level) => LEVELS.includes(level));
  state.measured = words.get("measured") === "1";
  state.page = Math.max(1, Number.parseInt(words.get("page"), 10) || 1);
  state.rows = words.has("rows") && ROWS.includes(Number(words.get("rows"))) ? Number(words.get("rows")) : ROWS[0];
  return state;
}

function writeState(state) {
  const start = startState();
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (String(value) !== String(start[name])) {
      words.set(name, value === true ? "1" : String(value));
    }
  }
  return words.toString();
}

function accepts(state) {
  const terms = state.q.toLowerCase().split(/\s+/).filter((term) => term !== "");
  return (disk) =>
    (state.level.length === 0 || state.level.includes(disk.level)) &&
    (state.code === "" || disk.code === state.code) &&
    (state.model === "" || disk.label.text === state.model) &&
    (state.waiver === "" || (state.waiver === "yes") === (disk.waiver !== null)) &&
    (!state.measured || disk.measured) &&
    terms.every((term) => searched(disk).includes(term));
}

const byText = new Intl.Collator("en", { numeric: true }).compare;
const byNumber = (a, b) => a - b;

// "first" is how a column is sorted when it is chosen first.
const COLUMNS = [
  { name: "host", title: "Host", value: (disk) => disk.host, compare: byText },
  { name: "disk", title: "Disk", value: (disk) => disk.name, compare: byText },
  { name: "model", title: "Model and firmware", value: (disk) => disk.label.product, compare: byText },
  { name: "driver", title: "Driver", value: (disk) => disk.label.driver, compare: byText },
  { name: "limit", title: "Limit", number: true, value: (disk) => (/^\d+$/.test(disk.limit) ? Number(disk.limit) : null), compare: byNumber },
  { name: "zeroing", title: "Zeroing", number: true, first: "-", value: (disk) => disk.zeroing, compare: byNumber },
  { name: "writing", title: "Writing", number: true, first: "-", value: (disk) => disk.writing, compare: byNumber },
  { name: "ratio", title: "Ratio (99 %)", number: true, first: "-", value: (disk) => disk.ratio[0], compare: byNumber },
  { name: "verdict", title: "Verdict", first: "-", value: (disk) => disk.severity * 1e6 + Math.min(disk.ratio[0] ?? 0, 1e5), compare: byNumber },
];

/** A disk without a value comes last, whichever way the others are sorted. */
function sorted(found, sort) {
  const column = COLUMNS.find((one) => one.name === sort.replace(/^-/, "")) ?? COLUMNS.at(-1);
  const sign = sort.startsWith("-") ? -1 : 1;
  const keyed = found.map((disk) => [column.value(disk), disk]);
  keyed.sort(([a, one], [b, other]) => {
    if (a === null || b === null) {
      return (a === null) - (b === null) || one.index - other.index;
    }
    return sign * column.compare(a, b) || one.index - other.index;
  });
  return keyed.map(([, disk]) => disk);
}
