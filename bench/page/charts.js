// Charts as SVG text: data in, string out. Nothing here touches the document.
"use strict";

const escapeText = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const short = (value) =>
  value === 0 ? "0" : value >= 100 ? value.toFixed(0) : value >= 1 ? String(+value.toFixed(2)) : String(+value.toPrecision(2));

const linear = ([d0, d1], [r0, r1]) => (value) => r0 + ((value - d0) / (d1 - d0)) * (r1 - r0);
const logarithmic = ([d0, d1], range) => {
  const scale = linear([Math.log(d0), Math.log(d1)], range);
  return (value) => scale(Math.log(value));
};

/** Steps of 1, 2 or 5 times a power of ten from 0 to `end`, about six of them. */
function linearTicks(end) {
  const raw = end / 6, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw);
  return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, i) => +(i * step).toPrecision(12));
}

/** Digits within each decade, fewer the longer the range. */
function logTicks([low, high]) {
  const range = high / low, ticks = [];
  const digits = range > 1000 ? [1] : range > 8 ? [1, 2, 5] : range > 3 ? [1, 1.5, 2, 3, 5, 7] : [1, 1.2, 1.4, 1.7, 2, 2.5, 3, 4, 5, 6, 7, 8, 9];
  for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++)
    for (const digit of digits) {
      const tick = +(digit * 10 ** e).toPrecision(6);
      if (tick >= low * 0.999 && tick <= high * 1.001) ticks.push(tick);
    }
  return ticks;
}

/** The smallest range with a margin that holds all positive values. */
function logExtent(values, margin) {
  const low = Math.min(...values), high = Math.max(...values);
  return [low / margin, high * margin];
}

const line = (x1, y1, x2, y2, cls) =>
  `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" class="${cls}"/>`;
const label = (x, y, text, anchor, cls) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" class="${cls || ""}">${escapeText(text)}</text>`;
const circle = (x, y, r, cls, title) =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r}" class="${cls}"><title>${escapeText(title)}</title></circle>`;
const svg = (width, height, name, body) =>
  `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(name)}">${body}</svg>`;

/** Outline markers, each of another shape, 10 pixels wide around the origin; colours repeat after eight. */
const markers = [
  "M-5 0H5M0-5V5", "M-4-4L4 4M-4 4L4-4", "M-4-4H4V4H-4Z", "M0-5L5 4H-5Z", "M0-5.5L5 0L0 5.5L-5 0Z", "M-5-4H5L0 5Z", "M-5 0H5",
  "M0-5V5", "M-5-4L0 4L5-4", "M-5 4L0-4L5 4", "M-4-4H4L-4 4H4Z", "M-4-4V4L4-4V4Z",
];
const colours = 8;
function marker(index, x, y, title) {
  const i = index % markers.length;
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><title>${escapeText(title)}</title>` +
    `<path d="${markers[i]}" class="mark c${i % colours}" fill="none"/></g>`;
}

/** rows: [{name, ratio, against}]. Bars from 1 on a logarithmic axis. */
function ratioChart(rows) {
  const width = 900, left = 190, right = 60, rowHeight = 22, top = 26;
  const height = top + rows.length * rowHeight + 10;
  const domain = logExtent([0.8, 1.25, ...rows.map((r) => r.ratio)], 1.05);
  const x = logarithmic(domain, [left, width - right]);
  let body = "";
  for (const tick of logTicks(domain))
    body += line(x(tick), top - 4, x(tick), height - 10, tick === 1 ? "axis" : "grid-line") +
      label(x(tick), top - 10, short(tick), "middle", "tick");
  rows.forEach((row, i) => {
    const y = top + i * rowHeight, from = Math.min(x(1), x(row.ratio)), ahead = row.ratio >= 1;
    const text = row.ratio.toFixed(2);
    body += label(left - 10, y + 15, row.name, "end") +
      `<rect x="${from.toFixed(1)}" y="${y + 4}" width="${Math.abs(x(row.ratio) - x(1)).toFixed(1)}" height="${rowHeight - 8}" ` +
      `class="${ahead ? "ahead" : "behind"}"><title>${escapeText(`${row.name}: ${text} times ${row.against}`)}</title></rect>` +
      label(x(row.ratio) + (ahead ? 6 : -6), y + 15, text, ahead ? "start" : "end");
  });
  const name = "Bars: " + rows.map((r) => `${r.name} ${r.ratio.toFixed(2)} times ${r.against}`).join(", ");
  return svg(width, height, name, body);
}

/** rows: [{name, ours, peers: [{family, gflops}]}]; families: column names; peak in GFLOP/s. */
function speedChart(rows, families, peak) {
  const width = 900, left = 190, right = 20, rowHeight = 22;
  const perLine = 6, top = 40 + 20 * Math.ceil((families.length + 1) / perLine);
  const height = top + rows.length * rowHeight + 10;
  const end = Math.max(peak, ...rows.flatMap((r) => [r.ours || 0, ...r.peers.map((p) => p.gflops)])) * 1.03;
  const x = linear([0, end], [left, width - right]);
  let body = "";
  ["ours", ...families].forEach((family, i) => {
    const lx = 20 + (i % perLine) * 145, ly = 16 + 20 * Math.floor(i / perLine);
    body += (i === 0 ? circle(lx, ly - 4, 5, "ours", family) : marker(i - 1, lx, ly - 4, family)) +
      label(lx + 11, ly, family, "start");
  });
  for (const tick of linearTicks(end))
    body += line(x(tick), top - 4, x(tick), height - 10, "grid-line") + label(x(tick), top - 10, short(tick), "middle", "tick");
  body += line(x(peak), top - 4, x(peak), height - 10, "peak");
  rows.forEach((row, i) => {
    const y = top + i * rowHeight + 11;
    body += label(left - 10, y + 4, row.name, "end");
    for (const peer of row.peers)
      body += marker(families.indexOf(peer.family), x(peer.gflops), y, `${row.name}, ${peer.family}: ${short(peer.gflops)} GFLOP/s`);
    if (row.ours) body += circle(x(row.ours), y, 5, "ours", `${row.name}, ours: ${short(row.ours)} GFLOP/s`);
  });
  return svg(width, height, "Speed in GFLOP/s of our kernel and every peer, one row a shape", body);
}

/** Grid, labels and titles of a plot with two logarithmic axes. */
function logFrame(xDomain, yDomain, box, xTitle, yTitle) {
  const x = logarithmic(xDomain, [box.left, box.right]), y = logarithmic(yDomain, [box.bottom, box.top]);
  let body = "";
  for (const tick of logTicks(xDomain))
    body += line(x(tick), box.top, x(tick), box.bottom, "grid-line") + label(x(tick), box.bottom + 17, short(tick), "middle", "tick");
  for (const tick of logTicks(yDomain))
    body += line(box.left, y(tick), box.right, y(tick), "grid-line") + label(box.left - 7, y(tick) + 4, short(tick), "end", "tick");
  body += label((box.left + box.right) / 2, box.bottom + 36, xTitle, "middle", "muted") +
    label(box.left, box.top - 8, yTitle, "start", "muted");
  return { x, y, body };
}

/** points: [{name, intensity, measured, predicted}] in FLOP/B and GFLOP/s; peak in GFLOP/s, bandwidth in GB/s. */
function rooflineChart(points, peak, bandwidth) {
  const width = 900, height = 480, box = { left: 60, right: width - 20, top: 30, bottom: height - 45 };
  const speeds = points.flatMap((p) => (p.predicted ? [p.measured, p.predicted] : [p.measured]));
  const ridge = peak / bandwidth;
  const xDomain = logExtent([ridge, ...points.map((p) => p.intensity)], 1.6), yDomain = logExtent([peak, ...speeds], 1.6);
  const frame = logFrame(xDomain, yDomain, box, "arithmetic intensity, FLOP/B", "GFLOP/s");
  const { x, y } = frame;
  const start = Math.max(xDomain[0], yDomain[0] / bandwidth), middle = Math.sqrt(start * ridge);
  let body = frame.body +
    `<path d="M${x(start)} ${y(start * bandwidth)}L${x(ridge)} ${y(peak)}H${box.right}" class="roof"/>` +
    label(box.right - 4, y(peak) - 8, `peak ${short(peak)} GFLOP/s`, "end", "muted") +
    label(x(middle) + 10, y(middle * bandwidth) + 12, `memory, one thread: ${short(bandwidth)} GB/s`, "start", "muted");
  for (const p of points) {
    const px = x(p.intensity);
    if (p.predicted)
      body += line(px, y(p.measured), px, y(p.predicted), "link") +
        circle(px, y(p.predicted), 5, "hollow", `${p.name}: ${short(p.predicted)} GFLOP/s predicted`);
    body += circle(px, y(p.measured), 4.5, "ours", `${p.name}: ${short(p.measured)} GFLOP/s measured`);
  }
  return svg(width, height, "Roofline with a measured and a predicted point for each shape", body);
}

/** points: [{name, predicted, measured}] in ms; pick: name of the chosen one. */
function spaceChart(title, points, pick) {
  const width = 340, height = 300, box = { left: 55, right: width - 12, top: 42, bottom: height - 45 };
  const domain = logExtent(points.flatMap((p) => [p.predicted, p.measured]), 1.15);
  const frame = logFrame(domain, domain, box, "predicted, ms", "measured, ms");
  const { x, y } = frame;
  let body = label(0, 14, title, "start") + frame.body + line(x(domain[0]), y(domain[0]), x(domain[1]), y(domain[1]), "axis");
  const text = (p) => `${p.name}: predicted ${short(p.predicted)} ms, measured ${short(p.measured)} ms`;
  for (const p of points) body += circle(x(p.predicted), y(p.measured), 3.2, "dot", text(p));
  for (const p of points.filter((q) => q.name === pick)) body += circle(x(p.predicted), y(p.measured), 6.5, "ring", "pick, " + text(p));
  return svg(width, height, `${title}: predicted against measured time of ${points.length} configurations`, body);
}

/** points: [{scheduler, stages, schedule_ms}]; schedulers: names, ours first. One line a scheduler on logarithmic axes. */
function scalingChart(points, schedulers) {
  const width = 900, height = 420, box = { left: 70, right: width - 130, top: 30, bottom: height - 45 };
  const frame = logFrame(logExtent(points.map((p) => p.stages), 1.2), logExtent(points.map((p) => p.schedule_ms), 1.5), box,
    "stages", "ms to schedule");
  let body = frame.body;
  schedulers.forEach((scheduler, i) => {
    const own = points.filter((p) => p.scheduler === scheduler);
    const at = (p) => [frame.x(p.stages), frame.y(p.schedule_ms)];
    own.slice(1).forEach((p, j) => { body += line(...at(own[j]), ...at(p), i === 0 ? "link" : "grid-line"); });
    for (const p of own) {
      const [x, y] = at(p), text = `${scheduler}, ${p.stages} stages: ${short(p.schedule_ms)} ms`;
      body += i === 0 ? circle(x, y, 5, "ours", text) : marker(i - 1, x, y, text);
    }
    const last = own[own.length - 1];
    if (last) body += label(at(last)[0] + 12, at(last)[1] + 4, scheduler, "start");
  });
  return svg(width, height, "Scheduling time over the number of stages, one line a scheduler", body);
}
