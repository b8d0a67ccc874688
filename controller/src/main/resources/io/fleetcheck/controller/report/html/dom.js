// Elements. Text only ever becomes a text node or an attribute, whatever it holds.
const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      node.addEventListener(name, value);
    } else if (value === true) {
      node.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(name, value);
    }
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

const html = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);
const svg = (name, attributes = {}, ...children) => fill(document.createElementNS(SVG, name), attributes, children);
const byId = (id) => document.getElementById(id);

/** A level's shape and word: the colour only repeats them. */
const mark = (level) => svg("svg", { class: "mark " + level, "aria-hidden": "true" }, svg("use", { href: "#mark-" + level }));
const levelWord = (level) => [mark(level), " ", html("span", { class: "word " + level }, words(level))];

/** A table in a box of its own that scrolls where it is too wide; rows are arrays of texts or nodes. */
function table(caption, columns, rows) {
  const head = columns.map((column) => html("th", { scope: "col", class: column.number ? "number" : null }, column.title));
  const body = rows.map((row) =>
    html("tr", {}, row.map((value, i) => html(i === 0 ? "th" : "td", { scope: i === 0 ? "row" : null, class: columns[i].number ? "number" : null }, value))));
  return html("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": caption },
    html("table", {}, html("caption", {}, caption), html("thead", {}, html("tr", {}, head)), html("tbody", {}, body)));
}

/** What is made only once somebody wants to see it. */
function folded(title, make) {
  const details = html("details", {
    toggle: () => {
      if (details.open && details.childElementCount === 1) {
        details.append(...[make()].flat());
      }
    },
  }, html("summary", {}, title));
  return details;
}
