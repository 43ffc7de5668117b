# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""strandline lab report: what it refuses, and its page as headless Chromium shows it, of findings that are made up."""

import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from strandline_command import CommandTest, executable, run, skip_loudly

# Stands after the page's own scripts and says what the page can't say of itself.
PROBE = """<script>
(() => {
  // Read from a copy: the page reads its own canvases once, and Chromium warns of a second time.
  const pixelsOf = (canvas) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    return copy.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  // How many bytes change when a dataset goes, with the axes held where they are.
  const inkOf = (chart, index) => {
    for (const [name, scale] of Object.entries(chart.scales)) {
      if (scale.type !== "category") Object.assign(chart.options.scales[name], { min: scale.min, max: scale.max });
    }
    chart.update();
    const before = pixelsOf(chart.canvas);
    chart.setDatasetVisibility(index, false);
    chart.update();
    const after = pixelsOf(chart.canvas);
    chart.setDatasetVisibility(index, true);
    chart.update();
    return before.reduce((sum, byte, at) => sum + (byte !== after[at]), 0);
  };
  // How many points lie under a later one that is no smaller.
  const hiddenOf = (chart) => {
    const areMeasured = (meta) => chart.data.datasets[meta.index].showLine === false;
    const points = chart.getSortedVisibleDatasetMetas().reverse().filter(areMeasured)
      .flatMap((meta) => meta.data.map(({ x, y, options }) => ({ x, y, radius: options.radius })));
    return points.filter((one, at) => points.some((other, above) => above > at &&
      Math.hypot(one.x - other.x, one.y - other.y) + one.radius < other.radius + 1)).length;
  };
  const told = { width: innerWidth, overflow: document.documentElement.scrollWidth - innerWidth, charts: [] };
  for (const canvas of document.querySelectorAll("canvas")) {
    const chart = Chart.getChart(canvas);
    const figure = canvas.closest("figure");
    const pixels = pixelsOf(canvas);
    let ink = 0;
    for (let at = 3; at < pixels.length; at += 4) ink += pixels[at] > 0;
    told.charts.push({
      title: figure.querySelector("figcaption").textContent,
      name: canvas.getAttribute("aria-label") ?? "",
      datasets: chart.data.datasets.map((own) => own.data.filter((point) => point !== null).length),
      legend: [...figure.querySelectorAll(".legend button")].map((button) => button.textContent),
      // Marks are left out: each stands on the bar that it is about.
      swatches: [...figure.querySelectorAll(".legend button svg")].map((svg) => svg.outerHTML)
        .filter((_, index) => !chart.data.datasets[index].mark),
      hidden: hiddenOf(chart),
      axes: Object.values(chart.scales).filter(({ type }) => type !== "category").map(({ axis, type, min, max }) => ({ axis, type, min, max })),
      ink: ink / (canvas.width * canvas.height),
      animation: chart.options.animation,
    });
  }
  const looks = () => [...document.querySelectorAll("canvas")].map((canvas) => {
    const chart = Chart.getChart(canvas);
    return { width: chart.width, ink: chart.options.scales.x.title.color };
  });
  told.screen = looks();
  dispatchEvent(new Event("beforeprint"));
  told.paper = looks();
  dispatchEvent(new Event("afterprint"));
  told.after = looks();
  told.charts.forEach((own, number) => {
    const chart = Chart.getChart(document.getElementById(`chart-${number}`));
    if (ASKS_FOR_INK) own.inkOfDatasets = chart.data.datasets.map((_, index) => inkOf(chart, index));
  });
  document.documentElement.dataset.probe = JSON.stringify(told);
})();
</script>"""

PHONE, DESK = 390, 1280
DARK, LIGHT = 0, 1


def made_up(*arguments):
    program = os.environ.get("STRANDLINE_MADE_UP_RESULTS")
    if not program:
        sys.exit("set STRANDLINE_MADE_UP_RESULTS to the executable strandline_made_up_results")
    return subprocess.run([program, *arguments], stdout=subprocess.PIPE, check=True, timeout=60).stdout


def draws_charts():
    return "with Chart.js" in run("lab", "--version").out


class Refusals(CommandTest):
    def setUp(self):
        super().setUp()
        self.results = self.path("results.jsonl")
        self.results.write_bytes(made_up("lines", "NVIDIA H200", "2026-11-30"))
        self.page = self.path("report.html")

    def report(self, *arguments, **options):
        return run("lab", "report", *arguments, **options)

    def test_it_writes_one_page(self):
        result = self.report(self.results, "-o", self.page)
        self.assertEqual((result.status, result.out, result.err), (0, "", ""))
        self.assertIn("NVIDIA H200", self.page.read_text())
        self.assertEqual(self.files(), ["report.html", "results.jsonl"])

    def test_stdout(self):
        result = self.report(self.results, "-o", "-")
        self.assertEqual((result.status, result.err), (0, ""))
        self.report(self.results, "-o", self.page)
        self.assertEqual(result.out, self.page.read_text())
        self.assertEqual(self.files(), ["report.html", "results.jsonl"])

    def test_a_page_in_the_way(self):
        self.page.write_text("precious")
        self.assert_error(self.report(self.results, "-o", self.page), "exists", "--overwrite")
        self.assertEqual(self.page.read_text(), "precious")
        self.assertEqual(self.report(self.results, "-o", self.page, "--overwrite").status, 0)
        self.assertIn("NVIDIA H200", self.page.read_text())

    def test_results_are_never_replaced(self):
        before = self.results.read_bytes()
        os.link(self.results, self.path("link.html"))
        for output in (self.results, self.path("link.html")):
            self.assert_error(self.report(self.results, "-o", output, "--overwrite"), "results", "another name")
        self.assertEqual(self.results.read_bytes(), before)

    def test_files_that_cant_be_read_leave_nothing(self):
        self.assert_error(self.report(self.path("absent.jsonl"), "-o", self.page), "absent.jsonl")
        self.path("damaged.jsonl").write_text("{")
        self.assert_error(self.report(self.results, self.path("damaged.jsonl"), "-o", self.page), "damaged.jsonl")
        self.assertFalse(self.page.exists())

    def test_folders_that_cant_be_written_to(self):
        self.assert_error(self.report(self.results, "-o", self.path("nowhere") / "report.html"), "nowhere")
        self.assert_error(self.report(self.results, "-o", self.folder), "is a folder")

    def test_usage(self):
        self.assert_error(self.report("-o", self.page), "FILE", status=2)
        self.assert_error(self.report(self.results), "--output", status=2)

    def test_the_version_says_whether_charts_are_built_in(self):
        self.assertRegex(run("lab", "--version").out, r"with Chart\.js \d|without Chart\.js")


ROOT = pathlib.Path(__file__).resolve().parents[2]


class PagesOfTheDocs(unittest.TestCase):
    def test_they_are_what_the_evidence_makes_today(self):
        pages = sorted((ROOT / "docs").glob("lab-*.html"))
        self.assertTrue(pages)
        for page in pages:
            evidence = f"evidence/{page.stem}.jsonl"
            made = subprocess.run([executable(), "lab", "report", evidence, "--output", "-"], cwd=ROOT, check=True,
                                  capture_output=True).stdout  # fmt: skip
            # Without charts where this build has no Chart.js.
            if b"<canvas" in made:
                self.assertTrue(made == page.read_bytes(), f"docs/{page.name} is old, make it anew: strandline lab report "
                                f"{evidence} --output docs/{page.name} --overwrite")


    def test_misses_have_a_reason_beside_their_chart(self):
        for page in (ROOT / "docs").glob("lab-*.html"):
            content = page.read_text()
            charts = charts_of(content)
            said = {}
            for figure in re.findall(r"<figure.*?(?=<figure|</section)", content, re.DOTALL):
                number = re.search(r'id="chart-(\d+)"', figure)
                if number and "Where the model misses" in figure:
                    said[charts[int(number[1])]["group"]] = True
            for number, chart in enumerate(charts):
                with self.subTest(page=page.name, chart=re.search(rf'id="chart-{number}"[^>]*aria-label="([^"]*?):', content)[1]):
                    self.assertTrue(said.get(chart["group"]) or not misses(chart), misses(chart))


def charts_of(content):
    return json.loads(re.search(r'id="chart-data">(.*?)</script>', content)[1])


def misses(chart):
    """Where a model is off what was measured by more than the page lets pass without a mark."""
    measured = {(own["run"], own["look"], x): y for own in chart["datasets"] if not own["isPrediction"]
                for x, y in own["points"]}  # fmt: skip
    predicted = {(own["run"], own["look"], x): y for own in chart["datasets"] if own["isPrediction"]
                 for x, y in own["points"]}  # fmt: skip
    return {place: (measured[place], y) for place, y in predicted.items()
            if place in measured and abs(measured[place] / y - 1) > 0.15}  # fmt: skip


class Page(CommandTest):
    def setUp(self):
        super().setUp()
        self.chromium = shutil.which("chromium")
        if not self.chromium:
            skip_loudly(self, "there is no chromium here, so nobody looks at the report")
        if not draws_charts():
            skip_loudly(self, "this build has no Chart.js, so the report has no charts")

    def browse(self, page, *options):
        """What Chromium does with the page, with nothing on its console."""
        done = subprocess.run(
            [self.chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--enable-logging=stderr", "--v=0", f"--user-data-dir={self.path('chromium')}",
             "--window-size=1400,1000", *options, page.as_uri()],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=180,
        )  # fmt: skip
        said = done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, 0, said)
        self.assertEqual(re.findall(r".*CONSOLE.*", said), [])
        return done.stdout.decode()

    def look(self, content, width=DESK, colours=LIGHT, asks_for_ink=False):
        """The attributes of the page's root, and what the probe told. In a frame, since windows are never as narrow as a
        phone."""
        probe = PROBE.replace("ASKS_FOR_INK", "true" if asks_for_ink else "false")
        framed = html.escape(content.replace("</body>", probe + "</body>"))
        page = self.path("framed.html")
        page.write_text(
            f'<!doctype html><link rel="icon" href="data:,"><iframe width="{width}" height="900" style="border: 0" '
            'onload="document.body.dataset.root = JSON.stringify({...contentDocument.documentElement.dataset})" '
            f'srcdoc="{framed}"></iframe>')
        dom = self.browse(page, "--dump-dom", f"--blink-settings=preferredColorScheme={colours}")
        root = json.loads(html.unescape(re.search(r'<body data-root="([^"]*)"', dom)[1]))
        self.assertIn("probe", root, "the probe ran to its end")
        return root, json.loads(root.pop("probe"))

    def assert_all_drew(self, content, charts=None, **options):
        root, told = self.look(content, **options)
        count = content.count("<canvas")
        self.assertGreater(count, 0)
        self.assertEqual(root, {"charts": f"drawn {count} of {count}", "errors": "0"})
        self.assertEqual(len(told["charts"]), count)
        self.assertEqual(count, charts or count)
        for chart in told["charts"]:
            with self.subTest(chart=chart["title"]):
                # An empty chart has its axes' ink too: under one hundredth.
                self.assertGreater(chart["ink"], 0.01)
                self.assertGreater(min(chart["datasets"]), 0)
                self.assertEqual(len(chart["legend"]), len(chart["datasets"]))
                self.assertIn(chart["title"], chart["name"])
                self.assertIs(chart["animation"], False)
        return told

    def report(self, *runs):
        names = []
        for number, lines in enumerate(runs):
            names.append(self.path(f"{number}.jsonl"))
            names[-1].write_bytes(lines)
        result = run("lab", "report", *names, "-o", "-")
        self.assertEqual((result.status, result.err), (0, ""))
        return result.out

    def test_every_chart_of_the_catalogue_draws(self):
        lines = made_up("lines", "NVIDIA H200", "2026-11-30")
        self.assert_all_drew(self.report(lines))

    def test_every_dataset_leaves_ink_of_its_own(self):
        """Of one card only, since two cards' predictions may lie upon each other."""
        told = self.assert_all_drew(made_up("page", "1").decode(), charts=7, asks_for_ink=True)
        for chart in told["charts"]:
            with self.subTest(chart=chart["title"], legend=chart["legend"]):
                self.assertGreater(min(chart["inkOfDatasets"]), 40, chart["inkOfDatasets"])

    def test_charts_of_the_evidence_can_be_read(self):
        """Though points lie at one place, such as those of a charge that doesn't depend on what is varied."""
        for page in sorted((ROOT / "docs").glob("lab-*.html")):
            content = page.read_text()
            axes_of_group = {}
            for chart, data in zip(self.assert_all_drew(content)["charts"], charts_of(content), strict=True):
                with self.subTest(page=page.name, chart=chart["title"]):
                    self.assertEqual(chart["hidden"], 0, "points that others hide")
                    self.assertEqual(axes_of_group.setdefault(data["group"], chart["axes"]), chart["axes"],
                                     "axes of small multiples")
            for group, axes in axes_of_group.items():
                values = [y for data in charts_of(content) if data["group"] == group
                          for own in data["datasets"] for _, y in own["points"]]  # fmt: skip
                for axis in axes:
                    is_of_values = (axis["axis"] == "x") == any(
                        data["categories"] for data in charts_of(content) if data["group"] == group)
                    if axis["type"] == "logarithmic" and is_of_values:
                        self.assertGreater(axis["min"], min(values) / 3, "an axis begins where its values do")

    def test_the_evidence_is_printed_on_few_pages(self):
        for page in sorted((ROOT / "docs").glob("lab-*.html")):
            self.browse(page, f"--print-to-pdf={self.path('page.pdf')}")
            pages = re.findall(rb"/Type\s*/Page\b", self.path("page.pdf").read_bytes())
            self.assertIn(len(pages), range(2, 26))

    def test_two_cards_draw_into_the_same_charts(self):
        content = self.report(
            made_up("lines", "NVIDIA H200", "2026-11-30"), made_up("lines", "Tesla T4", "2026-08-30"))
        told = self.assert_all_drew(content)
        alone = self.assert_all_drew(self.report(made_up("lines", "Tesla T4", "2026-08-30")))
        for one, both in zip(alone["charts"], told["charts"], strict=True):
            self.assertEqual(both["legend"], 2 * one["legend"])
        self.assertIn("NVIDIA H200, 2026-11-30", content)
        self.assertIn("Tesla T4, 2026-08-30", content)

    def test_three_runs_are_told_apart(self):
        days = ("2026-08-30", "2026-10-30", "2026-11-30")
        content = self.report(*(made_up("lines", "NVIDIA H200", day) for day in days))
        for colours in (LIGHT, DARK):
            for chart in self.assert_all_drew(content, colours=colours)["charts"]:
                with self.subTest(chart=chart["title"], colours=colours):
                    self.assertEqual(len(set(chart["swatches"])), len(chart["swatches"]), chart["legend"])

    def test_every_kind_of_chart_on_every_screen(self):
        """With cards whose names are markup: the console would tell of a script that they smuggled in."""
        content = made_up("page", "2").decode()
        for width, colours in ((DESK, LIGHT), (PHONE, LIGHT), (PHONE, DARK)):
            with self.subTest(width=width, colours=colours):
                told = self.assert_all_drew(content, charts=7, width=width, colours=colours)
                self.assertEqual(told["width"], width)
                self.assertLessEqual(told["overflow"], 0, "the page scrolls sideways")
                self.assertEqual(told["after"], told["screen"])

    def test_paper_is_light_and_has_its_own_width(self):
        content = made_up("page", "2").decode()
        dark = self.assert_all_drew(content, colours=DARK)
        light = self.assert_all_drew(content, colours=LIGHT)
        for on_dark, on_light in zip(dark["paper"], light["paper"], strict=True):
            self.assertEqual(on_dark, on_light)
        self.assertNotEqual(dark["screen"][0]["ink"], dark["paper"][0]["ink"])
        self.assertEqual({look["width"] for look in dark["paper"]}, {320})

    def printed_bytes(self, content):
        page, target = self.path("page.html"), self.path("page.pdf")
        page.write_text(content)
        self.browse(page, f"--print-to-pdf={target}")
        return target.stat().st_size

    def test_charts_are_printed(self):
        content = made_up("page", "2").decode()
        without = re.sub(r'(id="chart-data">).*?(</script>)', r"\1[]\2", content, count=1)
        self.assertNotEqual(without, content)
        self.assertGreater(self.printed_bytes(content), self.printed_bytes(without) + 7 * 1000)

    def test_a_chart_that_does_not_draw_is_noticed(self):
        content = made_up("page", "2").decode()
        broken = content.replace('"points":[[', '"points":[["no number",1.0],[', 1)
        self.assertNotEqual(broken, content)
        root, _ = self.look(broken)
        self.assertEqual(root["charts"], "drawn 6 of 7")

    def test_an_error_is_noticed(self):
        content = made_up("page", "2").decode().replace("const charts = JSON.parse", "const charts = JASON.parse", 1)
        page = self.path("page.html")
        page.write_text(content)
        with self.assertRaisesRegex(AssertionError, "JASON is not defined"):
            self.browse(page, "--dump-dom")


if __name__ == "__main__":
    executable()
    unittest.main()
