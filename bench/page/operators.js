// Fills the page from the results that stand in it.
"use strict";

const results = JSON.parse(document.getElementById("results").textContent);
const put = (id, html) => { document.getElementById(id).innerHTML = html; };
const terms = (pairs) => pairs.map(([name, value]) => `<div><dt>${escapeText(name)}</dt><dd>${escapeText(value)}</dd></div>`).join("");

const ok = (contestant) => contestant.status === "ok";
const geomean = (values) => Math.exp(values.reduce((sum, v) => sum + Math.log(v), 0) / values.length);
const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b), middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};
const fastest = (contestants) => contestants.filter(ok).reduce((best, c) => (!best || c.seconds < best.seconds ? c : best), null);
const oursOf = (shape) => fastest(shape.contestants.filter((c) => c.kind === "ours"));
/** Our ratio to the fastest of a kind, shape by shape, where both ran right. */
const ratiosTo = (kind) => results.shapes.flatMap((shape) => {
  const rival = fastest(shape.contestants.filter((c) => c.kind === kind));
  return rival && oursOf(shape) ? [{ name: shape.name, ratio: rival.our_speedup, against: rival.name }] : [];
});

function about() {
  const peak = results.peak, epilogue = [results.epilogue.bias ? "bias" : "", results.epilogue.activation].filter(Boolean).join(" + ");
  put("about", escapeText(`${results.machine}, ${results.date}, ${results.threads} thread${results.threads > 1 ? "s" : ""}, f32` +
    `${epilogue ? ", followed by " + epilogue : ""}. One thread: peak ${short(peak.gflops)} GFLOP/s (${peak.instructions}), ` +
    `memory ${short(peak.bandwidth_gbs)} GB/s.`));
}

function summary(library, stock) {
  const pairs = [["shapes", results.shapes.length]];
  const broken = results.shapes.filter((s) => !oursOf(s)).length;
  if (broken) pairs.push(["shapes where ours failed", broken]);
  const ratios = library.map((r) => r.ratio);
  if (ratios.length)
    pairs.push(["geomean against the best library", geomean(ratios).toFixed(2) + "×"], ["worst shape", Math.min(...ratios).toFixed(2) + "×"]);
  if (stock.length) pairs.push(["geomean against the best stock schedule", geomean(stock.map((r) => r.ratio)).toFixed(1) + "×"]);
  const oracles = results.shapes.map((s) => s.oracle).filter(Boolean);
  const taus = oracles.map((o) => o.tau).filter((t) => t !== null);
  if (oracles.length)
    pairs.push(["geomean regret", (100 * (geomean(oracles.map((o) => 1 + o.regret)) - 1)).toFixed(1) + " %"],
      ["median |error| of predicted time", (100 * median(oracles.map((o) => Math.abs(o.error)))).toFixed(1) + " %"]);
  if (taus.length) pairs.push(["median Kendall τ", median(taus).toFixed(2)]);
  put("summary", terms(pairs));
}

function speeds() {
  const families = [...new Set(results.shapes.flatMap((s) => s.contestants.filter((c) => c.kind !== "ours").map((c) => c.family)))];
  const rows = results.shapes.map((shape) => ({
    name: shape.name,
    ours: oursOf(shape)?.gflops,
    peers: families.flatMap((family) => {
      const best = fastest(shape.contestants.filter((c) => c.family === family));
      return best ? [{ family, gflops: best.gflops }] : [];
    }),
  }));
  put("speed", speedChart(rows, families, results.peak.gflops * results.threads));
}

function roofline() {
  const points = results.shapes.flatMap((shape) => {
    const mine = oursOf(shape);
    if (!mine) return [];
    return [{ name: shape.name, intensity: shape.flops / shape.bytes_once, measured: mine.gflops,
      predicted: mine.predicted_s > 0 ? shape.flops / mine.predicted_s / 1e9 : null }];
  });
  put("roofline", rooflineChart(points, results.peak.gflops * results.threads, results.peak.bandwidth_gbs));
}

function spaces() {
  const charts = results.shapes.filter((s) => s.oracle).map((shape) => {
    const points = shape.space.filter(ok).map((c) => ({ name: c.name, predicted: c.predicted_s * 1e3, measured: c.seconds * 1e3 }));
    const tau = shape.oracle.tau === null ? "" : `, τ ${shape.oracle.tau.toFixed(2)}`;
    return `<figure>${spaceChart(`${shape.name}: regret ${(100 * shape.oracle.regret).toFixed(1)} %${tau}`, points, shape.oracle.pick)}</figure>`;
  });
  if (charts.length) put("oracle", charts.join(""));
  else document.getElementById("oracle-section").remove();
}

function table() {
  const number = (value, digits) => (value === undefined || value === null ? "" : value.toFixed(digits));
  const row = (shape, c) => `<tr><td>${escapeText(shape.name)}</td><td>${escapeText(c.name)}</td><td>${number(c.gflops, 1)}</td>` +
    `<td>${number(c.peak_fraction && 100 * c.peak_fraction, 1)}</td><td>${c.seconds ? short(c.seconds * 1e6) : ""}</td>` +
    `<td>${number(c.spread && 100 * c.spread, 1)}</td><td>${c.rounds_s.length || ""}</td><td>${c.kind === "ours" ? "" : number(c.our_speedup, 2)}</td>` +
    `<td>${c.schedule_ms ? short(c.schedule_ms) : ""}</td><td>${c.predicted_s ? short(c.predicted_s * 1e6) : ""}</td>` +
    `<td class="reason">${escapeText(ok(c) ? c.decision : `${c.status}: ${c.reason}`)}</td></tr>`;
  const heads = ["shape", "contestant", "GFLOP/s", "% peak", "µs", "spread %", "rounds", "ours is × faster", "schedule ms", "predicted µs"];
  put("table", `<table><thead><tr>${heads.map((h) => `<th scope="col">${h}</th>`).join("")}<th scope="col" class="reason">decision or reason</th></tr></thead>` +
    `<tbody>${results.shapes.flatMap((s) => s.contestants.map((c) => row(s, c))).join("")}</tbody></table>`);
}

about();
const againstLibrary = ratiosTo("library");
summary(againstLibrary, ratiosTo("stock"));
if (againstLibrary.length) put("ratio", ratioChart(againstLibrary));
if (results.shapes.length) { speeds(); roofline(); table(); }
spaces();
put("setting", terms([...Object.entries(results.versions), ...Object.entries(results.environment)]));
