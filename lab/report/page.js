// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Draws the report's charts from the data that stands in the page, and a legend under each.
"use strict";
(() => {
  const SHAPES = ["circle", "rect", "triangle", "rectRot", "crossRot", "star"];
  const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
  const LOOKS = 8;
  const POINT_RADIUS = 4.5;
  const LEAST_RADIUS = 2.25;
  const BAR_WIDTH = 22;
  const PAPER_WIDTH = 320;  // two side by side
  const PAPER_SCALE = 0.6;      // of the height, as the style of the paper has it
  const SVG = "http://www.w3.org/2000/svg";

  const root = document.documentElement;
  const colour = (name) => getComputedStyle(root).getPropertyValue(`--${name}`).trim();
  // A series keeps its shape in every run; runs differ in colour, and in points and bars that are full, hollow or tinted.
  const seriesCount = (chart) => 1 + Math.max(...chart.datasets.map((own) => own.look));
  // An odd step, since LOOKS is even: the colours of a series come back after LOOKS runs and not before.
  const colourStep = (chart) => seriesCount(chart) | 1;
  const colourOf = (chart, own) => colour(`look-${(own.look + own.run * colourStep(chart)) % LOOKS}`);
  const shapeOf = (own) => SHAPES[own.look % SHAPES.length];
  // By two a run, so that lines of one colour have different dashes.
  const dashOf = (own) => DASHES[(own.look + 2 * own.run) % DASHES.length];
  const nameOf = (own) => (own.runLabel ? `${own.label}, ${own.runLabel}` : own.label);
  const isHollow = (own) => own.run % 3 === 1;
  const isTinted = (own) => own.run % 3 === 2;
  const tint = (stroke) => `${stroke}55`;
  const isStroke = (shape) => shape === "crossRot" || shape === "star";

  function element(name, attributes, ...children) {
    const made = document.createElementNS(name === "svg" || name === "path" ? SVG : "http://www.w3.org/1999/xhtml", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  // ---- Numbers on axes

  const POWERS = [[2 ** 30, "Gi"], [2 ** 20, "Mi"], [2 ** 10, "Ki"]];
  const POWERS_MARGIN = 1.25;
  const isPowerOfTwo = (x) => x >= 1 && Number.isInteger(Math.log2(x));

  function numberText(value) {
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (size >= 1e6 || size < 1e-3) return value.toExponential().replace("e+", "e");
    return String(Number(value.toPrecision(6)));
  }

  function binaryText(value) {
    const [unit, name] = POWERS.find(([least]) => value >= least) ?? [1, ""];
    return name ? `${value / unit} ${name}` : String(value);
  }

  // Sizes are mostly powers of two: those are labelled as such, where they lie, as many as have room.
  function ticksOfPowers(scale, values) {
    const every = Math.max(1, Math.ceil(values.length / Math.max(2, Math.floor(scale.chart.width / 62))));
    scale.ticks = values.filter((_, index) => index % every === 0).map((value) => ({ value }));
  }

  // Of each decade 1, 2 and 5; of more than three decades 1 alone.
  function ticksOfDecades(scale) {
    const leading = scale.max / scale.min > 1000 ? [1] : [1, 2, 5];
    scale.ticks = scale.ticks.filter(({ value }) => leading.includes(Number(value.toExponential().split("e")[0])));
  }

  // The nearest 1, 2 or 5 of a decade outside the values, since Chart.js takes a whole decade more where they begin at one.
  function boundsOf(values) {
    const marks = (value) => [1, 2, 5, 10].map((leading) => leading * 10 ** Math.floor(Math.log10(value)));
    const least = Math.min(...values) * 0.97;
    const most = Math.max(...values) * 1.03;
    return { min: marks(least).filter((mark) => mark <= least).pop(), max: marks(most).find((mark) => mark >= most) };
  }

  function axis(label, isLogarithmic, powers, values) {
    const grid = colour("grid");
    const made = {
      type: isLogarithmic ? "logarithmic" : "linear",
      title: { display: true, text: label, color: colour("ink") },
      grid: { color: grid, borderColor: colour("faint") },
      ticks: { color: colour("faint"), maxRotation: 0, callback: numberText },
    };
    if (isLogarithmic) {
      if (values.length > 0) Object.assign(made, boundsOf(values));
      made.ticks.autoSkip = false;
      made.afterBuildTicks = (scale) => ticksOfDecades(scale);
    }
    if (!isLogarithmic && values.length > 0) {
      made.suggestedMin = Math.min(...values);
      made.suggestedMax = Math.max(...values);
    }
    if (powers.length > 1) {
      Object.assign(made, { min: powers[0] / POWERS_MARGIN, max: powers[powers.length - 1] * POWERS_MARGIN });
      made.ticks.callback = binaryText;
      made.ticks.autoSkip = false;
      made.afterBuildTicks = (scale) => ticksOfPowers(scale, powers);
    }
    return made;
  }

  // Small multiples have the same axes, or they couldn't be compared.
  const valuesOf = (chart, coordinate) => charts.filter((other) => other.group === chart.group)
    .flatMap((other) => other.datasets).flatMap((own) => own.points.map((point) => point[coordinate]));

  function powersOf(chart) {
    const values = new Set(valuesOf(chart, 0));
    return chart.logX && [...values].every(isPowerOfTwo) ? [...values].sort((a, b) => a - b) : [];
  }

  // ---- Points and lines

  // Each smaller than the one that it lies upon, so that points at one place are all seen.
  function rankOf(chart, own) {
    return chart.datasets.filter((other) => !other.isPrediction).indexOf(own);
  }

  function radiusOf(chart, own) {
    const isAlone = chart.datasets.filter((other) => !other.isPrediction).length === 1;
    return isAlone ? POINT_RADIUS : Math.max(LEAST_RADIUS, POINT_RADIUS + 1.5 - 1.25 * rankOf(chart, own));
  }

  function pointSet(chart, own) {
    const stroke = colourOf(chart, own);
    const fill = isHollow(own) ? colour("card") : isTinted(own) ? tint(stroke) : stroke;
    const data = own.points.map(([x, y]) => ({ x, y }));
    if (own.isPrediction) {
      // A line of one point would not be seen.
      const alone = data.length === 1;
      return { data, label: nameOf(own), showLine: true, order: 1, borderColor: stroke, borderWidth: 2,
               borderDash: dashOf(own), pointStyle: "line", pointRadius: alone ? 10 : 0, pointBorderWidth: 2,
               pointHitRadius: 8 };
    }
    const radius = radiusOf(chart, own);
    return { data, label: nameOf(own), showLine: false, order: -rankOf(chart, own), borderColor: stroke, backgroundColor: fill,
             pointBorderColor: stroke, pointBackgroundColor: fill, pointBorderWidth: 1.75, pointStyle: shapeOf(own),
             pointRadius: radius, pointHoverRadius: radius + 2, pointHitRadius: 8 };
  }

  function pointChart(chart) {
    const x = axis(chart.xLabel, chart.logX, powersOf(chart), valuesOf(chart, 0));
    const y = axis(chart.yLabel, chart.logY, [], valuesOf(chart, 1));
    // From zero, so that twice as high is twice as much.
    y.beginAtZero = !chart.logY;
    y.grace = chart.logY ? 0 : "5%";
    return { type: "line", data: { datasets: chart.datasets.map((own) => pointSet(chart, own)) },
             options: { scales: { x, y } } };
  }

  // ---- Bars, and marks across them for predictions

  function stripes(stroke) {
    const tile = element("canvas", { width: 8, height: 8 });
    const pen = tile.getContext("2d");
    pen.strokeStyle = stroke;
    pen.lineWidth = 2;
    for (const shift of [-8, 0, 8]) {
      pen.beginPath();
      pen.moveTo(shift - 1, 9);
      pen.lineTo(shift + 9, -1);
      pen.stroke();
    }
    return pen.createPattern(tile, "repeat");
  }

  const isPredicted = (chart, own) => chart.datasets.some((other) => !other.isPrediction && other.look === own.look);

  // A prediction shares the place of what it predicts; one that predicts no bar has a place of its own, unless there is
  // but one that it can be about.
  function placeOf(chart, own) {
    const measured = new Set(chart.datasets.filter((other) => !other.isPrediction).map((other) => other.look));
    const look = measured.has(own.look) || measured.size !== 1 ? own.look : [...measured][0];
    return `${own.run}/${look}`;
  }

  // The mark of the prediction itself is black, those of other readings are told apart.
  const markOf = (chart, own) => (isPredicted(chart, own) ? { ink: colour("ink"), dash: [] }
                                                          : { ink: colourOf(chart, own), dash: [4, 2] });

  function barSet(chart, own) {
    const stroke = colourOf(chart, own);
    const data = chart.categories.map(() => null);
    for (const [category, value] of own.points) data[category] = value;
    const fill = isHollow(own) ? stripes(stroke) : isTinted(own) ? tint(stroke) : stroke;
    return { data, label: nameOf(own), stack: placeOf(chart, own), borderColor: stroke,
             backgroundColor: own.isPrediction ? "transparent" : fill, borderWidth: own.isPrediction ? 0 : 1.5,
             borderSkipped: "start", minBarLength: own.isPrediction ? 0 : 2,
             maxBarThickness: BAR_WIDTH, mark: own.isPrediction ? markOf(chart, own) : null };
  }

  const predictionMarks = {
    id: "predictionMarks",
    afterDatasetsDraw(drawn) {
      const pen = drawn.ctx;
      pen.save();
      for (const meta of drawn.getSortedVisibleDatasetMetas()) {
        const { mark } = drawn.data.datasets[meta.index];
        if (!mark) continue;
        for (const [category, bar] of meta.data.entries()) {
          if (drawn.data.datasets[meta.index].data[category] === null || !Number.isFinite(bar.x)) continue;
          const reach = bar.height / 2 + 1;
          for (const [width, ink, dash] of [[5, colour("card"), []], [2.5, mark.ink, mark.dash]]) {
            pen.setLineDash(dash);
            pen.strokeStyle = ink;
            pen.lineWidth = width;
            pen.beginPath();
            pen.moveTo(bar.x, bar.y - reach);
            pen.lineTo(bar.x, bar.y + reach);
            pen.stroke();
          }
        }
      }
      pen.restore();
    },
  };

  // Bars lie, so that their names can be read on a phone.
  function barChart(chart) {
    const x = axis(chart.yLabel, chart.logY, [], valuesOf(chart, 1));
    x.stacked = false;
    x.beginAtZero = !chart.logY;
    x.grace = chart.logY ? 0 : "5%";
    const y = axis(chart.xLabel, false, [], []);
    y.type = "category";
    y.stacked = true;
    delete y.ticks.callback;
    y.ticks.autoSkip = false;
    y.title.display = false;
    y.grid.display = false;
    y.ticks.color = colour("ink");
    const labels = chart.categories.map((name) => broken(name));
    return { type: "bar", data: { labels, datasets: chart.datasets.map((own) => barSet(chart, own)) },
             options: { indexAxis: "y", scales: { x, y } }, plugins: [predictionMarks] };
  }

  // A long name in lines, so that it leaves room for its bar.
  function broken(name) {
    const lines = [""];
    for (const word of name.split(" ")) {
      const last = lines[lines.length - 1];
      if (last && last.length + word.length > 16) lines.push(word);
      else lines[lines.length - 1] = last ? `${last} ${word}` : word;
    }
    return lines.length > 1 ? lines : name;
  }

  function barsHeight(chart) {
    const slots = new Set(chart.datasets.map((own) => placeOf(chart, own))).size;
    return 80 + chart.categories.length * Math.max(40, slots * (BAR_WIDTH - 2) + 14);
  }

  // ---- Legends

  const PATHS = {
    circle: "M19 8a5 5 0 1 1-10 0a5 5 0 1 1 10 0Z",
    rect: "M9.5 3.5h9v9h-9Z",
    triangle: "M14 2.5L19.5 12.5H8.5Z",
    rectRot: "M14 2L20 8L14 14L8 8Z",
    crossRot: "M9.5 3.5L18.5 12.5M18.5 3.5L9.5 12.5",
    star: "M9.5 3.5L18.5 12.5M18.5 3.5L9.5 12.5M14 2V14M8 8H20",
    bar: "M2 3.5H24V12.5H2Z",
    mark: "M14 1V15",
    line: "M0 8H28",
  };

  function swatch(chart, own) {
    const isBars = chart.categories.length > 0;
    const stroke = colourOf(chart, own);
    const path = element("path", { stroke, "stroke-width": 2, fill: "none" });
    const shape = isBars ? (own.isPrediction ? "mark" : "bar") : own.isPrediction ? "line" : shapeOf(own);
    path.setAttribute("d", PATHS[shape]);
    if (shape === "line") path.setAttribute("stroke-dasharray", dashOf(own).join(" "));
    if (shape === "mark") {
      const { ink, dash } = markOf(chart, own);
      path.setAttribute("stroke", ink);
      path.setAttribute("stroke-dasharray", dash.join(" "));
    }
    const isFilled = !own.isPrediction && !isHollow(own) && !isStroke(shape);
    if (isFilled) path.setAttribute("fill", isTinted(own) ? tint(stroke) : stroke);
    const picture = element("svg", { viewBox: "0 0 28 16", "aria-hidden": "true" }, path);
    if (shape === "bar" && isHollow(own)) {
      picture.append(element("path", { d: "M4 12L11 4M11 12L18 4M18 12L24 5", stroke, "stroke-width": 2 }));
    }
    return picture;
  }

  function legendItem(drawn, chart, index) {
    const own = chart.datasets[index];
    const button = element("button", { type: "button", "aria-pressed": drawn.isDatasetVisible(index) });
    button.append(swatch(chart, own), own.label);
    button.addEventListener("click", () => {
      drawn.setDatasetVisibility(index, !drawn.isDatasetVisible(index));
      button.setAttribute("aria-pressed", drawn.isDatasetVisible(index));
      drawn.update();
    });
    return element("li", {}, button);
  }

  // One list a run, under its name where there are several.
  function drawLegend(drawn, chart, legend) {
    const lists = new Map();
    chart.datasets.forEach((own, index) => {
      if (!lists.has(own.run)) lists.set(own.run, element("ul", { "aria-label": `Series ${own.runLabel}`.trim() }));
      lists.get(own.run).append(legendItem(drawn, chart, index));
    });
    legend.replaceChildren(...[...lists].map(([run, list]) => {
      const { runLabel } = chart.datasets.find((own) => own.run === run);
      return runLabel ? element("div", { class: "of-run" }, element("p", {}, runLabel), list) : list;
    }));
  }

  // ---- The page

  function configuration(chart) {
    const made = chart.categories.length > 0 ? barChart(chart) : pointChart(chart);
    Object.assign(made.options, {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      // Paper has more dots than a screen.
      devicePixelRatio: Math.max(2, window.devicePixelRatio),
      interaction: { mode: "nearest", intersect: true },
    });
    made.options.plugins = { legend: { display: false } };
    return made;
  }

  // Whether each dataset has left ink where its first point belongs.
  function isDrawn(drawn) {
    const { width, height } = drawn.canvas;
    // Once for all: browsers warn of canvases that are read again and again.
    const pixels = drawn.ctx.getImageData(0, 0, width, height).data;
    const ratio = drawn.currentDevicePixelRatio;
    const hasInk = ({ x, y }) => {
      // A few pixels about it, since a bar's end may lie between two.
      for (let row = Math.max(0, Math.floor((y - 2) * ratio)); row < Math.min(height, (y + 2) * ratio); ++row) {
        for (let col = Math.max(0, Math.floor((x - 2) * ratio)); col < Math.min(width, (x + 2) * ratio); ++col) {
          if (pixels[4 * (row * width + col) + 3] > 0) return true;
        }
      }
      return false;
    };
    return drawn.data.datasets.every((own, index) => {
      const first = drawn.getDatasetMeta(index).data.find((_, at) => own.data[at] !== null);
      return first !== undefined && Number.isFinite(first.x) && Number.isFinite(first.y) && hasInk(first);
    });
  }

  const pairs = [];

  function draw(chart, number) {
    const canvas = document.getElementById(`chart-${number}`);
    const figure = canvas.closest("figure");
    if (chart.categories.length > 0) canvas.parentElement.style.setProperty("--height", `${barsHeight(chart)}px`);
    const drawn = new Chart(canvas, configuration(chart));
    pairs.push({ drawn, chart, legend: figure.querySelector(".legend") });
    drawLegend(drawn, chart, figure.querySelector(".legend"));
    return isDrawn(drawn);
  }

  // After the colours changed.
  function redraw() {
    for (const { drawn, chart, legend } of pairs) {
      const hidden = chart.datasets.map((_, index) => !drawn.isDatasetVisible(index));
      const { data, options } = configuration(chart);
      drawn.data = data;
      drawn.options = options;
      hidden.forEach((isHidden, index) => drawn.setDatasetVisibility(index, !isHidden));
      drawn.update("none");
      drawLegend(drawn, chart, legend);
    }
  }

  // A canvas does not follow the paper's width by itself, and on paper it is never dark.
  function toPaper() {
    root.dataset.paper = "";
    redraw();
    for (const { drawn } of pairs) drawn.resize(PAPER_WIDTH, PAPER_SCALE * drawn.height);
  }

  function fromPaper() {
    delete root.dataset.paper;
    redraw();
    for (const { drawn } of pairs) drawn.resize();
  }

  const charts = JSON.parse(document.getElementById("chart-data").textContent);
  if (charts.length === 0) return;
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  let count = 0;
  charts.forEach((chart, number) => {
    // One chart that fails costs no other.
    try {
      if (draw(chart, number)) count++;
    } catch (error) {
      console.error(`chart ${number}: ${error}`);
      root.dataset.errors++;
    }
    root.dataset.charts = `drawn ${count} of ${charts.length}`;
  });
  addEventListener("beforeprint", toPaper);
  addEventListener("afterprint", fromPaper);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
})();
