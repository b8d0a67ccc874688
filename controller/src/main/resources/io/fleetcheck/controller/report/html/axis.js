// Logarithmic axes: what matters here are ratios.
function logScale(low, high, from, to) {
  const start = Math.log10(low);
  const span = Math.log10(high) - start || 1;
  return (value) => from + ((Math.log10(value) - start) / span) * (to - from);
}

/** From a number of the row 1, 2, 5 below the values to one above. */
function domainOf(values, margin = 1) {
  let low = Infinity;
  let high = 0;
  for (const value of values) {
    if (value > 0) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return high === 0 ? [1, 10] : [niceBelow(low / margin), niceAbove(high * margin)];
}

const STEPS = [1, 2, 5, 10];
const decade = (value) => 10 ** Math.floor(Math.log10(value) + 1e-9);
const niceBelow = (value) => decade(value) * [...STEPS].reverse().find((step) => step <= value / decade(value) + 1e-9);
const niceAbove = (value) => decade(value) * STEPS.find((step) => step >= value / decade(value) - 1e-9);

/** Where the axis is labelled: every 1, 2, 5 where few, else every power of ten. */
function ticksOf([low, high], most = 7) {
  const ticks = [];
  for (let at = decade(low); at <= high * 1.0001; at *= 10) {
    for (const step of [1, 2, 5]) {
      if (at * step >= low * 0.9999 && at * step <= high * 1.0001) {
        ticks.push(at * step);
      }
    }
  }
  const powers = ticks.filter((tick) => Math.abs(Math.log10(tick) - Math.round(Math.log10(tick))) < 1e-6);
  return ticks.length <= most || powers.length < 2 ? ticks : powers;
}

const shortNumber = (value) => String(Number(value.toPrecision(2)));

/** A time in the unit that suits it. */
function shortTime(nanos) {
  return nanos < 999.5 ? shortNumber(nanos) + " ns" : nanos < 999500 ? shortNumber(nanos / 1e3) + " µs" : nanos < 999.5e6 ? shortNumber(nanos / 1e6) + " ms" : shortNumber(nanos / 1e9) + " s";
}

// Shapes as pieces of one path, so that ten thousand of them are still a handful of elements.
const SHAPES = {
  broken: (x, y) => `M${x - 3} ${y - 3}h6v6h-6z`,
  at_risk: (x, y) => `M${x} ${y - 4}l3.9 7h-7.8z`,
  unknown: (x, y) => `M${x} ${y - 4}l4 4-4 4-4-4z`,
  ok: (x, y) => dot(x, y, 3),
};
const FILLS = { broken: "solid", at_risk: "solid", unknown: "hollow", ok: "hollow" };
const dot = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
