// The run: every disk with what lists and plots show, from the start; the rest of a host's disks when it is asked for.
const run = JSON.parse(byId("run").textContent);
const LEVELS = ["broken", "at_risk", "unknown", "ok"];

const disks = run.disks.map((row, index) => {
  const [host, name, id, hctl, label, limit, level, code, zeroing, writing, estimate, low, high, waiver] = row;
  return {
    index,
    hostNumber: host,
    host: run.hosts[host],
    name,
    key: run.hosts[host] + ":" + name,
    id,
    hctl,
    label: run.labels[label],
    limit,
    level,
    severity: LEVELS.length - LEVELS.indexOf(level),
    code,
    zeroing,
    writing,
    ratio: [estimate, low, high],
    waiver: waiver === null ? null : run.waivers[waiver],
    measured: zeroing > 0 && writing > 0,
  };
});

let position = 0;
disks.forEach((disk, i) => {
  position = i > 0 && disks[i - 1].hostNumber === disk.hostNumber ? position + 1 : 0;
  disk.position = position;
});

const diskByKey = new Map(disks.map((disk) => [disk.key, disk]));

/** All that is known of one disk. */
const detailOf = (disk) => JSON.parse(byId("host-" + disk.hostNumber).textContent)[disk.position];

const searched = (disk) =>
  (disk.search ??= [disk.host, disk.name, disk.id, disk.hctl, disk.label.text, disk.code, words(disk.level)].join("\n").toLowerCase());

const waivedUntil = (waiver) => "waived until " + waiver.expires.slice(0, 10);
const waiverBadge = (waiver) => (waiver ? html("span", { class: "waived" }, waivedUntil(waiver)) : null);
