// Numbers as the other reports spell them.
const NOTHING = "–";

const words = (code) => code.replaceAll("_", " ");
const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
const counted = (number, noun) => grouped(number) + " " + noun + (number === 1 ? "" : "s");

/** Milliseconds with three significant digits. */
function millis(nanos) {
  if (nanos === null || nanos === undefined) {
    return NOTHING;
  }
  const value = nanos / 1e6;
  return value.toFixed(value < 9.995 ? (value < 0.9995 ? 3 : 2) : value < 99.95 ? 1 : 0) + " ms";
}

const ratioText = (ratio) => (ratio === null || ratio === undefined ? NOTHING : ratio.toFixed(ratio < 9.995 ? 2 : 1));
const ratioWithInterval = ([estimate, low, high]) =>
  estimate === null ? NOTHING : `${ratioText(estimate)} (${ratioText(low)}–${ratioText(high)})`;
const bytesText = (bytes) => (bytes >= 1048576 ? bytes / 1048576 + " MiB" : bytes >= 1024 ? bytes / 1024 + " KiB" : bytes + " B");
const utc = (instant) => instant.replace("T", " ").replace(/(\.\d+)?Z$/, "").slice(0, 16);

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length === 0 ? null : sorted.length % 2 ? sorted[middle] : Math.floor((sorted[middle - 1] + sorted[middle]) / 2);
}
