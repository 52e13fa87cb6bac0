// Fills the page of pipelines from the results that stand in it.
"use strict";

const results = JSON.parse(document.getElementById("results").textContent);
const put = (id, html) => { document.getElementById(id).innerHTML = html; };
const terms = (pairs) => pairs.map(([name, value]) => `<div><dt>${escapeText(name)}</dt><dd>${escapeText(value)}</dd></div>`).join("");
const geomean = (values) => Math.exp(values.reduce((sum, v) => sum + Math.log(v), 0) / values.length);
const threadsText = (count) => `${count} thread${count > 1 ? "s" : ""}`;
const compared = results.pipelines.filter((row) => row.ratio_to_best_stock);
const nameOf = (row) => row.pipeline.name + (row.scale === 1 ? "" : ` ×${row.scale}`);
const threadCounts = [...new Set(results.pipelines.map((row) => row.threads))];

function summary() {
  const pairs = [["pipelines", new Set(results.pipelines.map((row) => row.pipeline.name)).size]];
  for (const threads of threadCounts)
    for (const group of ["classic", "network", "application"]) {
      const ratios = compared.filter((row) => row.threads === threads && row.pipeline.group === group).map((row) => row.ratio_to_best_stock);
      if (!ratios.length) continue;
      pairs.push([`${group}, ${threadsText(threads)}: geomean`, geomean(ratios).toFixed(2) + "×"],
        [`${group}, ${threadsText(threads)}: worst`, Math.min(...ratios).toFixed(2) + "×"]);
    }
  const times = results.pipelines.map((row) => row.contestants[0].schedule_ms).filter(Boolean);
  if (times.length) pairs.push(["our slowest scheduling", short(Math.max(...times)) + " ms"]);
  put("summary", terms(pairs));
}

function ratios() {
  put("ratio", threadCounts.map((threads) => {
    const rows = compared.filter((row) => row.threads === threads)
      .map((row) => ({ name: nameOf(row), ratio: row.ratio_to_best_stock, against: row.best_stock }));
    return rows.length ? `<figure><figcaption>${threadsText(threads)}</figcaption>${ratioChart(rows)}</figure>` : "";
  }).join(""));
}

function scaling() {
  const points = results.scaling.filter((p) => p.schedule_ms > 0);
  if (points.length) put("scaling", scalingChart(points, [...new Set(results.scaling.map((p) => p.scheduler))]));
  else document.getElementById("scaling-section").remove();
}

function table() {
  const number = (value, digits) => (value ? value.toFixed(digits) : "");
  const row = (result, c) => `<tr><td>${escapeText(nameOf(result))}</td><td>${escapeText(c.name)}</td><td>${result.threads}</td>` +
    `<td>${c.seconds ? short(c.seconds * 1e3) : ""}</td><td>${number(c.spread && 100 * c.spread, 1)}</td>` +
    `<td>${c.kind === "ours" ? "" : number(c.our_speedup, 2)}</td><td>${c.schedule_ms ? short(c.schedule_ms) : ""}</td>` +
    `<td>${c.peak_bytes ? short(c.peak_bytes * 1e-6) : ""}</td>` +
    `<td class="reason">${c.status === "ok" ? "" : escapeText(`${c.status}: ${c.reason}`)}</td></tr>`;
  const heads = ["pipeline", "schedule", "threads", "ms", "spread %", "ours is × faster", "scheduling ms", "peak MB"];
  put("table", `<table><thead><tr>${heads.map((h) => `<th scope="col">${h}</th>`).join("")}<th scope="col" class="reason">reason</th></tr></thead>` +
    `<tbody>${results.pipelines.flatMap((r) => r.contestants.map((c) => row(r, c))).join("")}</tbody></table>`);
}

put("about", escapeText(`${results.machine}, ${results.date}`));
summary();
ratios();
scaling();
table();
put("setting", terms(Object.entries(results.environment)));
