// The list of disks: filter, sort, pages, and the one that is open.
let state = startState();
let found = [];

const list = {
  status: html("p", { role: "status", id: "status" }),
  body: html("tbody"),
  head: html("tr"),
  previous: html("button", { type: "button", click: () => show({ ...state, page: state.page - 1 }) }, "Previous"),
  next: html("button", { type: "button", click: () => show({ ...state, page: state.page + 1 }) }, "Next"),
  range: html("p", { id: "range" }),
  aside: html("div", { id: "aside" }),
};

const option = (value, text) => html("option", { value }, text);
const distinct = (values) => [...new Set(values)].sort(byText);
const changed = (event) => {
  event.preventDefault();
  show(readForm(), null, event.type === "input");
};

const fields = {
  q: html("input", { type: "search", name: "q", placeholder: "host, id, model …", autocomplete: "off", spellcheck: "false" }),
  level: LEVELS.map((level) => html("input", { type: "checkbox", name: "level", value: level })),
  code: html("select", { name: "code" }, option("", "any"), distinct(disks.map((disk) => disk.code)).map((code) => option(code, code))),
  model: html("select", { name: "model" }, option("", "any"), distinct(disks.map((disk) => disk.label.text)).map((text) => option(text, text))),
  waiver: html("select", { name: "waiver" }, option("", "any"), option("yes", "waived"), option("no", "not waived")),
  measured: html("input", { type: "checkbox", name: "measured" }),
  rows: html("select", { name: "rows", change: () => show({ ...state, rows: Number(fields.rows.value), page: 1 }) }, ROWS.map((count) => option(count, count === 0 ? "all" : count))),
};

function readForm() {
  return {
    ...state,
    q: fields.q.value,
    level: fields.level.filter((box) => box.checked).map((box) => box.value),
    code: fields.code.value,
    model: fields.model.value,
    waiver: fields.waiver.value,
    measured: fields.measured.checked,
    page: 1,
  };
}

function writeForm() {
  if (fields.q.value !== state.q) {
    fields.q.value = state.q;
  }
  fields.level.forEach((box) => (box.checked = state.level.includes(box.value)));
  for (const name of ["code", "model", "waiver", "rows"]) {
    fields[name].value = state[name];
  }
  fields.measured.checked = state.measured;
}

function makeList() {
  const form = html("form", { role: "search", "aria-label": "Filter the disks", submit: changed, input: changed, change: changed },
    html("label", {}, "Search", fields.q),
    html("fieldset", {}, html("legend", {}, "Level"), fields.level.map((box) => html("label", {}, box, " ", levelWord(box.value)))),
    html("label", {}, "Code", fields.code),
    html("label", {}, "Model, firmware, driver", fields.model),
    disks.some((disk) => disk.waiver) ? html("label", {}, "Waiver", fields.waiver) : null,
    html("label", { class: "check" }, fields.measured, "measured only"),
    html("button", { type: "button", click: () => show(startState()) }, "Reset"));
  byId("list").append(form, list.status, list.aside,
    html("div", { class: "scroll", role: "region", "aria-labelledby": "disks-title", tabindex: "0" },
      html("table", { class: "cards", id: "table" }, html("caption", {}, "Every disk that the filter lets through; a disk’s name opens it"),
        html("thead", {}, list.head), list.body)),
    html("nav", { class: "pages", "aria-label": "Pages of the list" }, list.previous, list.next, list.range, html("label", {}, "Rows: ", fields.rows)));
  byId("list").hidden = false;
}

function drawHead() {
  const chosen = state.sort.replace(/^-/, "");
  const focused = document.activeElement?.dataset?.sort;
  list.head.replaceChildren(...COLUMNS.map((column) => {
    const sort = chosen === column.name ? (state.sort.startsWith("-") ? "descending" : "ascending") : "none";
    const next = sort === "none" ? (column.first ?? "") : sort === "ascending" ? "-" : "";
    return html("th", { scope: "col", class: column.number ? "number" : null, "aria-sort": sort },
      html("button", { type: "button", "data-sort": column.name, click: () => show({ ...state, sort: next + column.name, page: 1 }) }, column.title));
  }));
  if (focused) {
    list.head.querySelector(`[data-sort="${focused}"]`).focus();
  }
}

function rowOf(disk) {
  const open = disk.key === state.disk;
  const target = { ...state, disk: open ? "" : disk.key };
  const cell = (column, ...children) => html("td", { "data-column": column.title, class: column.number ? "number" : null }, children);
  const values = {
    disk: html("a", {
      href: "#" + writeState(target), "data-disk": disk.key, "aria-expanded": String(open), "aria-controls": open ? "detail" : null,
      "aria-label": `${disk.name} on ${disk.host}`,
      click: (event) => follow(event, target, open ? "row" : "detail"),
    }, disk.name),
    model: disk.label.product,
    driver: disk.label.driver || NOTHING,
    limit: disk.limit || NOTHING,
    zeroing: millis(disk.zeroing),
    writing: millis(disk.writing),
    ratio: ratioWithInterval(disk.ratio),
  };
  return html("tr", { class: open ? "open" : null },
    html("th", { scope: "row" }, disk.host),
    COLUMNS.slice(1, -1).map((column) => cell(column, values[column.name])),
    html("td", { class: "verdict" }, levelWord(disk.level), disk.code === disk.level ? "" : [" ", html("code", {}, disk.code)], disk.waiver ? " " : "", waiverBadge(disk.waiver)));
}

const close = () => show({ ...state, disk: "" }, "row");

function drawRows() {
  const size = state.rows || Math.max(1, found.length);
  const pages = Math.max(1, Math.ceil(found.length / size));
  const opened = diskByKey.get(state.disk);
  state.page = Math.min(state.page, pages);
  const shown = found.slice((state.page - 1) * size, state.page * size);
  const rows = shown.map(rowOf);
  list.aside.replaceChildren();
  list.body.replaceChildren(...rows);
  if (opened && shown.includes(opened)) {
    const row = rows[shown.indexOf(opened)];
    row.after(html("tr", { class: "detail" }, html("td", { colspan: COLUMNS.length }, diskPage(opened, byId("list").clientWidth - 45, close))));
  } else if (opened) {
    list.aside.append(html("p", { class: "note" }, "This disk is not on the page of the list below."), diskPage(opened, byId("list").clientWidth - 45, close));
  } else if (state.disk !== "") {
    list.aside.append(html("p", { class: "warning" }, `There is no disk ${state.disk} in this run.`));
  }
  const first = found.length === 0 ? 0 : (state.page - 1) * size + 1;
  list.range.textContent = `${grouped(first)}–${grouped(first + Math.max(0, shown.length - 1))} of ${grouped(found.length)}`;
  list.previous.disabled = state.page === 1;
  list.next.disabled = state.page === pages;
}

function draw() {
  found = sorted(disks.filter(accepts(state)), state.sort);
  const hosts = new Set(found.map((disk) => disk.host)).size;
  const text = found.length === disks.length
    ? `All ${counted(disks.length, "disk")}, on ${counted(hosts, "host")}.`
    : `${grouped(found.length)} of ${counted(disks.length, "disk")}, on ${counted(hosts, "host")}.`;
  if (list.status.textContent !== text) {
    list.status.textContent = text;
  }
  writeForm();
  drawHead();
  drawRows();
}

/** Where a disk is to be seen that the list has on another page, that page. */
function turnTo(key) {
  const at = sorted(disks.filter(accepts(state)), state.sort).findIndex((disk) => disk.key === key);
  if (at >= 0 && state.rows > 0) {
    state.page = Math.floor(at / state.rows) + 1;
  }
}
