# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Whole files in every format and codec that the command is fuzzed with, written by GDAL; one row of a table a file."""

import dataclasses
import re
import sys
import tempfile
from pathlib import Path

import numpy as np
from osgeo import gdal, osr

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "command"))
import pictures

# Their bytes stand out in a header, and neither is a multiple of a block's side.
ROWS, COLS = 59, 67
TILED = ("TILED=YES", "BLOCKXSIZE=32", "BLOCKYSIZE=32")
STRIPS = ("BLOCKYSIZE=16",)
# Large enough that a codec which holds all of it shows in the peak of memory, and a small file since it is nearly flat.
LARGE = 3_000
_NO_DATE = ("WRITE_GDAL_HISTORY=NO", "WRITE_GDAL_VERSION=NO")


@dataclasses.dataclass(frozen=True)
class Seed:
    name: str
    main: str  # the one of `files` that the command is given
    files: dict  # names and contents


def make_seeds(wanted=""):
    """The seeds that have `wanted` in their name; a row that this GDAL can't write is named on stderr."""
    seeds = []
    for name, file_name, write in (*_tiffs(), *_LARGE, *_OTHERS):
        if wanted not in name:
            continue
        with tempfile.TemporaryDirectory(prefix="strandline-seed-") as folder:
            main = Path(folder) / file_name
            try:
                write(main)
                files = {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}
                seeds.append(Seed(name, file_name, {file_name: files[file_name], **files}))
            except (RuntimeError, OSError, KeyError, AttributeError) as error:
                print(f"no seed {name}: {error!r}", file=sys.stderr)
    return seeds


def _image(dtype=np.uint8, bands=1, rows=ROWS, cols=COLS):
    planes = [pictures.blocks(rows, cols, dtype, seed=7 + band) for band in range(bands)]
    return planes[0] if bands == 1 else np.dstack(planes)


def _nearly_flat(dtype=np.uint8):
    image = np.zeros((LARGE, LARGE), dtype)
    image[1000:1100, 1000:1100] = pictures.blocks(100, 100, dtype)
    return image


def _tiff(image, *options, **more):
    return lambda path: pictures.write_tiff(path, image, *options, **more)


def _copy(driver, image, *options, **more):
    return lambda path: pictures.write_copy(path, image, driver, *options, **more)


def _tiffs():
    """Each codec that this GDAL writes, in strips and in tiles, in each type that the codec takes."""
    options = gdal.GetDriverByName("GTiff").GetMetadataItem("DMD_CREATIONOPTIONLIST")
    compress = re.search(r"<Option name='COMPRESS'.*?</Option>", options, re.DOTALL).group(0)
    for codec in re.findall(r"<Value>(\w+)</Value>", compress):
        for layout_name, layout in (("strips", STRIPS), ("tiles", TILED)):
            for kind, image, more in _kinds_for(codec):
                name = f"tiff-{codec.lower()}-{layout_name}-{kind}"
                yield name, "a.tif", _tiff(image, f"COMPRESS={codec}", *layout, *more)


def _kinds_for(codec):
    colour = ("rgb", _image(bands=3), ("INTERLEAVE=PIXEL", "PHOTOMETRIC=RGB"))
    if codec.startswith("CCITT"):
        return [("bits", _image() & 1, ("NBITS=1",))]
    if codec == "WEBP":
        return [colour]
    kinds = [("u8", _image(), ())]
    if codec == "JPEG":
        return [*kinds, ("ycbcr", _image(bands=3), ("INTERLEAVE=PIXEL", "PHOTOMETRIC=YCBCR"))]
    predicts = codec in ("LZW", "DEFLATE", "ZSTD")
    kinds.append(("u16", _image(np.uint16), ("PREDICTOR=2",) if predicts else ()))
    kinds.append(("f32", _image(np.float32), ("PREDICTOR=3",) if predicts else ()))
    return [*kinds, colour]


def _palette(path):
    table = [(i, 255 - i, i // 2, 255) for i in range(256)]
    pictures.write_copy(path, _image(), "GTiff" if path.suffix == ".tif" else "PNG", palette=table)


def _georeferenced(path):
    crs = osr.SpatialReference()
    crs.ImportFromEPSG(32633)
    pictures.write_tiff(path, _image(), wkt=crs.ExportToWkt(), geotransform=(400_000, 30, 0, 5_000_000, 0, -30))


def _pages(path):
    for image in (_image(), _image(np.uint16)):
        pictures.write_copy(path, image, "GTiff", *(("APPEND_SUBDATASET=YES",) if path.exists() else ()))


def _overviews(path):
    pictures.write_tiff(path, _image(rows=300, cols=300), *TILED)
    gdal.Open(str(path), gdal.GA_Update).BuildOverviews("AVERAGE", [2, 4])


def _mask_beside(path):
    pictures.write_tiff(path, _image())
    mask = path.with_name(path.name + ".msk")
    pictures.write_tiff(mask, np.where(_image() > 99, 255, 0).astype(np.uint8))
    gdal.Open(str(mask), gdal.GA_Update).SetMetadataItem("INTERNAL_MASK_FLAGS_1", str(gdal.GMF_PER_DATASET))


def _mosaic(path):
    """Two sources side by side, which the VRT names relative to itself."""
    parts = [pictures.write_tiff(path.with_name(f"part{i}.tif"), _image(), "COMPRESS=ZSTD") for i in range(2)]
    for i, part in enumerate(parts):
        gdal.Open(str(part), gdal.GA_Update).SetGeoTransform((i * COLS, 1, 0, 0, 0, -1))
    gdal.BuildVRT(str(path), [str(part) for part in parts]).FlushCache()


def _resampled(path):
    part = pictures.write_copy(path.with_name("part.png"), _image(), "PNG")
    gdal.Translate(str(path), str(part), format="VRT", width=100, height=90, noData=3).FlushCache()


def _created(driver, *options, dtype=np.uint8):
    """Through a format that is created empty."""

    def write(path):
        image = _image(dtype)
        kind = gdal.GDT_Float32 if dtype == np.float32 else gdal.GDT_Byte
        dataset = gdal.GetDriverByName(driver).Create(str(path), COLS, ROWS, 1, kind, list(options))
        dataset.GetRasterBand(1).WriteArray(image)
        dataset.FlushCache()

    return write


def _hdf5(image, *options):
    """A netCDF of version 4 is an HDF5 file, and by another name it is one for GDAL too."""

    def write(path):
        netcdf = path.with_suffix(".nc")
        pictures.write_copy(netcdf, image, "netCDF", "FORMAT=NC4", *_NO_DATE, *options)
        netcdf.rename(path)

    return write


def _netpbm(image, **more):
    write = pictures.write_pfm if image.dtype == np.float32 else pictures.write_netpbm
    return lambda path: write(path, image, **more)


_U8, _U16, _F32 = _image(), _image(np.uint16), _image(np.float32)
_RGB, _RGBA = _image(bands=3), _image(bands=4)
_KNOWN = _U8 > 60
_ALPHA = np.where(_KNOWN, 255, 0).astype(np.uint8)
_FLAT = _nearly_flat()
_ONE_STRIP = (f"BLOCKYSIZE={LARGE}",)

_LARGE = (
    ("large-tiff-zstd", "a.tif", _tiff(_FLAT, "COMPRESS=ZSTD", *_ONE_STRIP)),
    ("large-tiff-deflate", "a.tif", _tiff(_FLAT, "COMPRESS=DEFLATE", *_ONE_STRIP)),
    ("large-tiff-lerc-tile", "a.tif", _tiff(_FLAT, "COMPRESS=LERC", "TILED=YES", "BLOCKXSIZE=3008", "BLOCKYSIZE=3008")),
    ("large-jp2-one-tile", "a.jp2", _copy("JP2OpenJPEG", _FLAT, "BLOCKXSIZE=3000", "BLOCKYSIZE=3000")),
    ("large-png-interlaced", "a.png", lambda path: pictures.write_interlaced_png(path, _FLAT)),
    ("large-jpeg-progressive", "a.jpg", _copy("JPEG", _FLAT, "PROGRESSIVE=ON")),
    ("large-hdf5-one-chunk", "a.h5", _hdf5(_FLAT, "COMPRESS=DEFLATE", "CHUNKING=NO")),
)

_OTHERS = (
    ("tiff-palette", "a.tif", _palette),
    ("tiff-rgba", "a.tif", _tiff(_RGB, "COMPRESS=DEFLATE", alpha=_ALPHA)),
    ("tiff-planes", "a.tif", _tiff(_RGB, "COMPRESS=LZW", "INTERLEAVE=BAND")),
    ("tiff-four-bands", "a.tif", _tiff(_RGBA, "COMPRESS=DEFLATE")),
    ("tiff-nodata", "a.tif", _tiff(_F32, nodata=-9999)),
    ("tiff-mask", "a.tif", _tiff(_U8, "COMPRESS=DEFLATE", mask=_KNOWN)),
    ("tiff-mask-beside", "a.tif", _mask_beside),
    ("tiff-jpeg-mask", "a.tif", _tiff(_RGB, "COMPRESS=JPEG", "PHOTOMETRIC=YCBCR", "INTERLEAVE=PIXEL", mask=_KNOWN)),
    ("tiff-12-bits", "a.tif", _tiff(_U16 >> 4, "NBITS=12", "COMPRESS=LZW")),
    ("tiff-s16", "a.tif", _tiff(_U16.view(np.int16), *TILED, nodata=0)),
    ("tiff-f64", "a.tif", _tiff(_F32.astype(np.float64), "COMPRESS=LZMA")),
    ("tiff-big-endian", "a.tif", _tiff(_U16, "ENDIANNESS=BIG", "COMPRESS=DEFLATE")),
    ("tiff-bigtiff", "a.tif", _tiff(_U8, "BIGTIFF=YES", "COMPRESS=DEFLATE", *TILED)),
    ("tiff-sparse", "a.tif", lambda path: pictures.write_sparse_tiff(path, 500, 600, patches=[(300, 300, _U8)])),
    ("tiff-georeferenced", "a.tif", _georeferenced),
    ("tiff-pages", "a.tif", _pages),
    ("tiff-overviews", "a.tif", _overviews),
    ("cog", "a.tif", _copy("COG", _image(rows=300, cols=300), "BLOCKSIZE=128", "COMPRESS=DEFLATE")),
    ("cog-rgba", "a.tif", _copy("COG", _RGB, "BLOCKSIZE=128", "COMPRESS=WEBP", alpha=_ALPHA)),
    ("jpeg", "a.jpg", _copy("JPEG", _U8)),
    ("jpeg-rgb", "a.jpg", _copy("JPEG", _RGB)),
    ("jpeg-progressive", "a.jpg", _copy("JPEG", _RGB, "PROGRESSIVE=ON")),
    ("jpeg-large", "a.jpg", _copy("JPEG", _image(rows=300, cols=400))),
    ("png", "a.png", _copy("PNG", _U8)),
    ("png-16", "a.png", _copy("PNG", _U16)),
    ("png-rgba", "a.png", _copy("PNG", _RGB, alpha=_ALPHA)),
    ("png-palette", "a.png", _palette),
    ("png-bits", "a.png", _copy("PNG", _U8 & 1, nbits=1)),
    ("png-interlaced", "a.png", lambda path: pictures.write_interlaced_png(path, _U8)),
    ("jp2-lossless", "a.jp2", _copy("JP2OpenJPEG", _U8, "QUALITY=100", "REVERSIBLE=YES")),
    ("jp2-16", "a.jp2", _copy("JP2OpenJPEG", _U16)),
    ("jp2-tiles", "a.jp2", _copy("JP2OpenJPEG", _RGB, "BLOCKXSIZE=32", "BLOCKYSIZE=32")),
    ("webp", "a.webp", _copy("WEBP", _RGB)),
    ("webp-lossless-alpha", "a.webp", _copy("WEBP", _RGB, "LOSSLESS=YES", alpha=_ALPHA)),
    ("gif", "a.gif", _copy("GIF", _U8)),
    ("gif-interlaced", "a.gif", _copy("GIF", _U8, "INTERLACING=YES")),
    ("bmp", "a.bmp", _created("BMP")),
    ("hfa", "a.img", _copy("HFA", _U8)),
    ("hfa-compressed", "a.img", _copy("HFA", _U16, "COMPRESSED=YES")),
    ("hfa-float", "a.img", _copy("HFA", _F32)),
    ("nitf", "a.ntf", _copy("NITF", _U8)),
    ("nitf-jpeg", "a.ntf", _copy("NITF", _U8, "IC=C3")),
    ("nitf-jp2", "a.ntf", _copy("NITF", _U8, "IC=C8")),
    ("netcdf", "a.nc", _copy("netCDF", _F32, *_NO_DATE)),
    ("netcdf-4", "a.nc", _copy("netCDF", _U8, "FORMAT=NC4", "COMPRESS=DEFLATE", *_NO_DATE)),
    ("hdf5", "a.h5", _hdf5(_F32)),
    ("hdf5-deflate", "a.h5", _hdf5(_U16, "COMPRESS=DEFLATE")),
    ("envi", "a.dat", _created("ENVI")),
    ("envi-float", "a.dat", _created("ENVI", "INTERLEAVE=BIL", dtype=np.float32)),
    ("ehdr", "a.bil", _created("EHdr")),
    ("vrt-mosaic", "a.vrt", _mosaic),
    ("vrt-resampled", "a.vrt", _resampled),
    ("pgm", "a.pgm", _netpbm(_U8, comment=b"# comment\n")),
    ("pgm-16", "a.pgm", _netpbm(_U16)),
    ("ppm", "a.ppm", _netpbm(_RGB)),
    ("pfm", "a.pfm", _netpbm(_F32)),
    ("pfm-big-endian", "a.pfm", _netpbm(_F32, big_endian=True)),
    ("fits", "a.fits", _created("FITS", dtype=np.float32)),
    ("aaigrid", "a.asc", _copy("AAIGrid", _U8)),
    ("pcidsk", "a.pix", _created("PCIDSK")),
    ("rst", "a.rst", _copy("RST", _U8)),
    ("sgi", "a.rgb", _created("SGI")),
)
