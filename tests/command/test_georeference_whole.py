# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""All that a picture says of its place, the output says when read again, or a warning names what is missing: never
another place. What a format can't hold lies in an .aux.xml beside it."""

import os
import sys
import unittest

import numpy as np
from osgeo import gdal, osr

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pictures
from strandline_command import CommandTest

NORTH_UP = (500000.0, 30.0, 0.0, 9000000.0, 0.0, -30.0)
TURNED = {
    "south up": (500000.0, 30.0, 0.0, 9000000.0, 0.0, 30.0),
    "rotated": (500000.5, 28.1, 3.25, 9000000.25, 2.75, -29.3),
    "mirrored": (500000.0, -30.0, 0.0, 9000000.0, 0.0, -30.0),
    "upside down": (500000.0, -30.0, 0.0, 9000000.0, 0.0, 30.0),
    "transposed": (500000.0, 0.0, 30.0, 9000000.0, 30.0, 0.0),
}
RPC = {name: str(i + 0.5) for i, name in enumerate(
    ("ERR_BIAS", "ERR_RAND", "LINE_OFF", "SAMP_OFF", "LAT_OFF", "LONG_OFF", "HEIGHT_OFF", "LINE_SCALE", "SAMP_SCALE",
     "LAT_SCALE", "LONG_SCALE", "HEIGHT_SCALE"))}  # fmt: skip
RPC |= {
    f"{of}_{part}_COEFF": " ".join(str(1 / (i + 3)) for i in range(20))
    for of in ("LINE", "SAMP")
    for part in ("NUM", "DEN")
}
POINTS = [gdal.GCP(5e5 + 30 * c, 9e6 - 30 * r, 12.5, c, r) for c, r in ((0, 0), (60, 0), (0, 50), (60, 50.5))]


def with_sidecars(test):
    """GDAL as users have it: pictures.py turns .aux.xml off."""
    gdal.SetConfigOption("GDAL_PAM_ENABLED", "YES")
    test.addCleanup(gdal.SetConfigOption, "GDAL_PAM_ENABLED", "NO")


def crs(text, epoch=None):
    reference = osr.SpatialReference()
    reference.SetFromUserInput(text)
    reference.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    if epoch:
        reference.SetCoordinateEpoch(epoch)
    return reference


def codes(reference):
    if not reference:
        return None
    parts = [reference.GetAuthorityCode(part) for part in (None, "PROJCS", "GEOGCS", "VERT_CS")]
    return (parts, bool(reference.IsVertical()), reference.GetCoordinateEpoch())


def place(path):
    dataset = gdal.Open(str(path))
    return {
        "crs": codes(dataset.GetSpatialRef()),
        "geotransform": dataset.GetGeoTransform(can_return_null=True),
        "points": [(p.GCPPixel, p.GCPLine, p.GCPX, p.GCPY, p.GCPZ) for p in dataset.GetGCPs()],
        "crs of points": codes(dataset.GetGCPSpatialRef()) if dataset.GetGCPCount() else None,
        "point": dataset.GetMetadataItem("AREA_OR_POINT") == "Point",
        "rpc": {k: [float(v) for v in value.split()] for k, value in (dataset.GetMetadata("RPC") or {}).items()},
    }


class WholeTest(CommandTest):
    def setUp(self):
        super().setUp()
        with_sidecars(self)

    def vrt(self, name="in.vrt", reference=None, geotransform=None, declare=None):
        """A picture with a place such as only a VRT holds."""
        pixels = pictures.write_tiff(self.path("pixels.tif"), pictures.blocks(50, 60))
        dataset = gdal.GetDriverByName("VRT").CreateCopy(str(self.path(name)), gdal.Open(str(pixels)))
        if reference:
            dataset.SetSpatialRef(reference)
        if geotransform:
            dataset.SetGeoTransform(geotransform)
        if declare:
            declare(dataset)
        dataset = None
        return self.path(name)

    def assert_kept(self, source, suffix, sidecar=None):
        """No warning but of lossy pixels, the same place, and no file beside it but the .aux.xml that is needed."""
        target = self.path("out" + suffix)
        result = self.edges(source, target, "--overwrite")
        warnings = [line for line in result.err.splitlines() if "warning" in line and "lossy" not in line]
        self.assertEqual(warnings, [])
        self.assert_same_place(place(target), place(source))
        beside = [name for name in self.files() if name.startswith((target.name, "."))]
        if sidecar is None:
            sidecar = target.name + ".aux.xml" in beside
        self.assertEqual(beside, [target.name] + [target.name + ".aux.xml"] * sidecar)
        return target

    def assert_same_place(self, actual, expected):
        for key in ("crs", "crs of points", "point", "rpc"):
            if key == "rpc":
                self.assertEqual(actual[key].keys(), expected[key].keys())
                for name, values in expected[key].items():
                    np.testing.assert_allclose(actual[key][name], values, rtol=1e-12)
            else:
                self.assertEqual(actual[key], expected[key])
        self.assertEqual(actual["geotransform"] is None, expected["geotransform"] is None)
        if expected["geotransform"]:
            np.testing.assert_allclose(actual["geotransform"], expected["geotransform"], rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(actual["points"], expected["points"], rtol=1e-11, atol=1e-4)


class Crs(WholeTest):
    CASES = (
        ("EPSG:8857", None, True),  # GeoTIFF's keys have no Equal Earth
        ("EPSG:7415", None, True),  # a compound system with a code of its own, of parts with codes of theirs
        ("EPSG:28992+5709", None, False),
        ("EPSG:7912", 2021.3, False),
        ("EPSG:3857", 2021.3, False),
        ("EPSG:4979", None, False),
        ("ESRI:102008", None, True),
        ("+proj=geos +h=35785831 +lon_0=-75 +sweep=x +ellps=GRS80", None, False),
        ('LOCAL_CS["site",UNIT["metre",1]]', None, False),
    )

    def test_in_a_geotiff(self):
        for text, epoch, sidecar in self.CASES:
            with self.subTest(text):
                source = self.vrt(reference=crs(text, epoch), geotransform=NORTH_UP)
                self.assert_kept(source, ".tif", sidecar)

    def test_in_every_format(self):
        for text, epoch, _ in self.CASES[:2] + self.CASES[3:4]:
            source = self.vrt(reference=crs(text, epoch), geotransform=NORTH_UP)
            for suffix in (".png", ".jpg", ".jp2"):
                with self.subTest(text, suffix=suffix):
                    self.assert_kept(source, suffix)
            err = self.edges(source, self.path("out.img"), "--overwrite").err
            self.assertRegex(err, "HFA can't hold the .*(coordinate system|epoch)", "it takes no .aux.xml for a CRS")

    def test_from_a_sidecar(self):
        source = pictures.write_copy(self.path("a.png"), pictures.blocks(50, 60), "PNG")
        dataset = gdal.Open(str(source))
        dataset.SetSpatialRef(crs("EPSG:8857", 2021.3))
        dataset.SetGeoTransform(NORTH_UP)
        dataset = None
        self.assertIn("a.png.aux.xml", self.files())
        self.assert_kept(source, ".tif", True)


class Geotransform(WholeTest):
    def test_turned_pictures_are_in_their_place_or_in_none(self):
        """netCDF, NITF and .img turn or shear some of them, and .rsw reads no .aux.xml."""
        for name, geotransform in TURNED.items():
            source = self.vrt(reference=crs("EPSG:32725"), geotransform=geotransform)
            for suffix in (".jp2", ".img", ".nc", ".ntf", ".rsw"):
                with self.subTest(name, suffix=suffix):
                    target = self.path("out" + suffix)
                    err = self.edges(source, target, "--overwrite").err
                    found = place(target)["geotransform"]
                    if found or suffix != ".rsw":
                        np.testing.assert_allclose(found, geotransform, rtol=1e-9)
                    self.assertEqual("geotransform" in err, found is None, err)


class Points(WholeTest):
    def test_they_do_not_move_from_run_to_run(self):
        for point in (False, True):
            with self.subTest(point=point):
                declare = lambda dataset: (  # noqa: E731
                    dataset.SetGCPs(POINTS, crs("EPSG:32725")),
                    dataset.SetMetadataItem("AREA_OR_POINT", "Point" if point else "Area"),
                )
                source = self.vrt(declare=declare)
                before = place(source)
                for suffix in (".tif", ".png", ".jp2"):
                    once = self.assert_kept(source, suffix)
                    twice = self.path("in" + suffix)
                    os.rename(once, twice)
                    if os.path.exists(str(once) + ".aux.xml"):
                        os.rename(str(once) + ".aux.xml", str(twice) + ".aux.xml")
                    self.assert_same_place(place(self.assert_kept(twice, ".tif")), before)

    def test_gdal_itself_moves_them_where_a_pixel_is_a_point(self):
        """The fault of GDAL's that the test above is about: once it is mended, the way around it can go."""
        path = str(self.path("a.tif"))
        dataset = gdal.GetDriverByName("GTiff").Create(path, 60, 50)
        dataset.SetMetadataItem("AREA_OR_POINT", "Point")
        dataset.SetGCPs(POINTS, crs("EPSG:32725"))
        dataset = None
        moved = gdal.Open(path).GetGCPs()[0]
        if (moved.GCPPixel, moved.GCPLine) == (0, 0):
            self.skipTest("this GDAL has it mended")
        self.assertEqual((moved.GCPPixel, moved.GCPLine), (1, 1))

    def test_beside_a_geotransform(self):
        declare = lambda dataset: dataset.SetGCPs(POINTS, crs("EPSG:4326"))  # noqa: E731
        source = self.vrt(reference=crs("EPSG:32725"), geotransform=NORTH_UP, declare=declare)
        self.assert_kept(source, ".png", True)
        err = self.edges(source, self.path("out.tif")).err
        self.assertIn("GTiff can't hold the ground control points", err)
        self.assertEqual(place(self.path("out.tif"))["geotransform"], NORTH_UP)
        self.assertNotIn("out.tif.aux.xml", self.files())


class Rpc(WholeTest):
    def test_all_values_in_every_format(self):
        source = self.vrt(declare=lambda dataset: dataset.SetMetadata(RPC, "RPC"))
        self.assertEqual(len(place(source)["rpc"]), 16)
        self.assert_kept(source, ".tif", False)
        for suffix in (".png", ".img", ".nc"):
            with self.subTest(suffix):
                self.assert_kept(source, suffix, True)

    def test_values_that_the_tag_has_no_place_for(self):
        more = RPC | {"MIN_LONG": "10.5", "MAX_LONG": "11.5"}
        source = self.vrt(declare=lambda dataset: dataset.SetMetadata(more, "RPC"))
        self.assertIn("whole RPC", self.edges(source, self.path("out.tif")).err)
        self.assertEqual(len(place(self.path("out.tif"))["rpc"]), 16)
        self.assert_kept(source, ".png", True)


class Lost(WholeTest):
    def test_geolocation_arrays_are_named(self):
        arrays = {"X_DATASET": "lon.tif", "Y_DATASET": "lat.tif", "X_BAND": "1", "Y_BAND": "1"}
        source = self.vrt(declare=lambda dataset: dataset.SetMetadata(arrays, "GEOLOCATION"))
        for suffix in (".tif", ".png", ".pgm"):
            result = self.edges(source, self.path("out" + suffix), "--overwrite")
            self.assertIn("geolocation arrays" if suffix != ".pgm" else "georeference", result.err)
            self.assertEqual(result.err.count("warning"), 1)

    def test_what_gdal_may_not_keep_beside_the_output_is_named(self):
        source = self.vrt(reference=crs("EPSG:8857", 2021.3), geotransform=NORTH_UP)
        environment = os.environ | {"GDAL_PAM_ENABLED": "NO"}
        for suffix, words in ((".tif", ("coordinate system", "epoch")), (".png", ("coordinate system", "geotransform"))):
            result = self.edges(source, self.path("out" + suffix), env=environment)
            for word in words:
                self.assertIn(word, result.err)
            self.assertNotIn("out" + suffix + ".aux.xml", self.files())

    def test_points_whose_epoch_has_no_place_in_a_sidecar(self):
        """GDAL 3.6's .aux.xml keeps an epoch for the picture's system only, GeoTIFF for that of the points as well."""
        source = pictures.write_tiff(self.path("a.tif"), pictures.blocks(50, 60))
        gdal.Open(str(source), gdal.GA_Update).SetGCPs(POINTS, crs("EPSG:7912", 2021.3))
        self.assertEqual(place(source)["crs of points"][-1], 2021.3)
        self.assert_kept(source, ".tif", False)
        err = self.edges(source, self.path("out.png")).err
        found = place(self.path("out.png"))["crs of points"][-1]
        self.assertEqual("coordinate epoch of the ground control points" in err, found != 2021.3)


class Sidecar(WholeTest):
    def test_it_is_replaced_and_removed_with_its_picture(self):
        whole = self.vrt(reference=crs("EPSG:8857"), geotransform=NORTH_UP)
        self.assert_kept(whole, ".tif", True)
        plain = pictures.write_tiff(self.path("plain.tif"), pictures.blocks(50, 60))
        self.edges(plain, self.path("out.tif"), "--overwrite")
        self.assertEqual([name for name in self.files() if name.startswith("out")], ["out.tif"])
        self.assertIsNone(place(self.path("out.tif"))["crs"])

    def test_it_is_read_by_the_command_itself(self):
        whole = self.vrt(reference=crs("EPSG:8857"), geotransform=NORTH_UP)
        self.assert_kept(self.assert_kept(whole, ".png", True), ".tif", True)


if __name__ == "__main__":
    unittest.main()
