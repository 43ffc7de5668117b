# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Pictures to feed the command with, in each format, written and read without any of its code."""

import struct
import zlib

import numpy as np
from osgeo import gdal, gdal_array

gdal.UseExceptions()
gdal.PushErrorHandler("CPLQuietErrorHandler")
gdal.SetConfigOption("GDAL_PAM_ENABLED", "NO")
gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "YES")


def blocks(rows, cols, dtype=np.uint8, white=None, seed=7, block=6):
    """Flat blocks of random brightness under a little noise: edges of every strength, and places without."""
    random = np.random.default_rng(seed)
    coarse = random.random((-(-rows // block), -(-cols // block)))
    image = np.kron(coarse, np.ones((block, block)))[:rows, :cols]
    image = np.clip(image + random.normal(0, 0.02, image.shape), 0, 1)
    if np.dtype(dtype).kind == "f":
        return image.astype(dtype)
    return np.round(image * (np.iinfo(dtype).max if white is None else white)).astype(dtype)


def read(path):
    """A picture of one band, whatever the format."""
    path = str(path)
    if path.endswith((".pgm", ".pnm")):
        return read_pgm(path)
    dataset = gdal.Open(path)
    assert dataset.RasterCount == 1, f"{path} has {dataset.RasterCount} bands"
    return dataset.ReadAsArray()


def read_pgm(path):
    with open(path, "rb") as file:
        content = file.read()
    magic, cols, rows, maxval, rest = _pgm_header(content)
    assert magic == b"P5" and maxval == 255, (magic, maxval)
    assert len(rest) == rows * cols, f"{len(rest)} bytes for {rows} x {cols} pixels"
    return np.frombuffer(rest, np.uint8).reshape(rows, cols)


def _pgm_header(content):
    fields, at = [], 0
    while len(fields) < 4:
        end = at
        while not content[end : end + 1].isspace():
            end += 1
        if end > at:
            fields.append(content[at:end])
        at = end + 1
    return fields[0], int(fields[1]), int(fields[2]), int(fields[3]), content[at:]


def write_netpbm(path, image, maxval=None, comment=b""):
    """P5 for (rows, cols), P6 for (rows, cols, 3); two bytes a sample, the high one first, above 255."""
    if maxval is None:
        maxval = np.iinfo(image.dtype).max
    magic = b"P5" if image.ndim == 2 else b"P6"
    samples = image.astype(">u2" if maxval > 255 else "u1")
    with open(path, "wb") as file:
        file.write(magic + b"\n" + comment + b"%d %d\n%d\n" % (image.shape[1], image.shape[0], maxval))
        file.write(samples.tobytes())
    return path


def write_pfm(path, image, big_endian=False):
    """The rows of a PFM run from the bottom up; the sign of its scale says the byte order."""
    with open(path, "wb") as file:
        file.write(b"Pf\n%d %d\n%s\n" % (image.shape[1], image.shape[0], b"1.0" if big_endian else b"-1.0"))
        file.write(image[::-1].astype(">f4" if big_endian else "<f4").tobytes())
    return path


def write_tiff(path, image, *options, nodata=None, mask=None, alpha=None, wkt=None, geotransform=None, point=False):
    """(rows, cols) or (rows, cols, bands) as a TIFF with GDAL's creation options; mask and alpha: 0 is nodata."""
    planes = _planes(image, alpha)
    data_type = gdal_array.NumericTypeCodeToGDALTypeCode(planes[0].dtype)
    if planes[0].dtype == np.int8:
        data_type, options = gdal.GDT_Byte, (*options, "PIXELTYPE=SIGNEDBYTE")
        planes = [plane.view(np.uint8) for plane in planes]
    if alpha is not None:
        options = (*options, "ALPHA=YES")
    dataset = gdal.GetDriverByName("GTiff").Create(
        str(path), planes[0].shape[1], planes[0].shape[0], len(planes), data_type, list(options)
    )
    if wkt:
        dataset.SetProjection(wkt)
    if geotransform:
        dataset.SetGeoTransform(geotransform)
    if point:
        dataset.SetMetadataItem("AREA_OR_POINT", "Point")
    for i, plane in enumerate(planes, 1):
        if nodata is not None:
            dataset.GetRasterBand(i).SetNoDataValue(nodata)
        dataset.GetRasterBand(i).WriteArray(plane)
    if mask is not None:
        dataset.CreateMaskBand(gdal.GMF_PER_DATASET)
        dataset.GetRasterBand(1).GetMaskBand().WriteArray(np.where(mask, 255, 0).astype(np.uint8))
    dataset.FlushCache()
    return path


def write_copy(path, image, driver, *options, alpha=None, palette=None, nbits=None):
    """Through a format that can only be written whole: PNG, JPEG, and so on."""
    planes = _planes(image, alpha)
    memory = gdal.GetDriverByName("MEM").Create(
        "", planes[0].shape[1], planes[0].shape[0], len(planes),
        gdal_array.NumericTypeCodeToGDALTypeCode(planes[0].dtype),
    )
    for i, plane in enumerate(planes, 1):
        memory.GetRasterBand(i).WriteArray(plane)
    if alpha is not None:
        memory.GetRasterBand(len(planes)).SetColorInterpretation(gdal.GCI_AlphaBand)
    if palette is not None:
        table = gdal.ColorTable()
        for i, entry in enumerate(palette):
            table.SetColorEntry(i, tuple(int(value) for value in entry))
        memory.GetRasterBand(1).SetColorTable(table)
    if nbits:
        memory.GetRasterBand(1).SetMetadataItem("NBITS", str(nbits), "IMAGE_STRUCTURE")
    gdal.GetDriverByName(driver).CreateCopy(str(path), memory, 0, list(options)).FlushCache()
    return path


def write_sparse_tiff(path, rows, cols, *options, data_type=gdal.GDT_Byte, patches=(), wkt=None, geotransform=None):
    """A picture of zeros of any size that takes next to no disk; patches are (row, col, array)."""
    options = ["SPARSE_OK=TRUE", "TILED=YES", "COMPRESS=DEFLATE", "BIGTIFF=IF_SAFER", *options]
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), cols, rows, 1, data_type, options)
    if wkt:
        dataset.SetProjection(wkt)
        dataset.SetGeoTransform(geotransform)
    for row, col, patch in patches:
        dataset.GetRasterBand(1).WriteArray(patch, col, row)
    dataset.FlushCache()
    return path


def write_tall_strips_tiff(path, rows, cols, rows_per_strip):
    """A TIFF by hand of zeros in a few long deflate streams, of which no reader can cheaply decode a part."""
    deflate = zlib.compressobj(1)
    line = bytes(cols)
    packed = b"".join(deflate.compress(line) for _ in range(rows_per_strip)) + deflate.flush()
    strips = -(-rows // rows_per_strip)
    short, long = 3, 4
    offsets, lengths = 8 + len(packed), 8 + len(packed) + 4 * strips  # every strip is the same stream
    if strips == 1:
        offsets, lengths = 8, len(packed)
    entries = [
        (256, long, 1, cols), (257, long, 1, rows), (258, short, 1, 8), (259, short, 1, 8), (262, short, 1, 1),
        (273, long, strips, offsets), (277, short, 1, 1), (278, long, 1, rows_per_strip), (279, long, strips, lengths),
    ]  # fmt: skip
    directory = struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", *entry) for entry in entries)
    with open(path, "wb") as file:
        file.write(b"II*\0" + struct.pack("<I", 8 + len(packed) + 8 * strips) + packed)
        file.write(struct.pack(f"<{2 * strips}I", *[8] * strips, *[len(packed)] * strips) + directory + bytes(4))
    return path


def write_interlaced_png(path, image):
    """An Adam7 PNG of bytes by hand: its last pass touches every second row, so rows can't be had one by one."""
    scanlines = bytearray()
    for row, col, row_step, col_step in (
        (0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1),
    ):  # fmt: skip
        for line in image[row::row_step, col::col_step]:
            scanlines += (b"\0" + line.tobytes()) if len(line) else b""
    header = struct.pack(">IIBBBBB", image.shape[1], image.shape[0], 8, 0, 0, 0, 1)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        for kind, data in ((b"IHDR", header), (b"IDAT", zlib.compress(scanlines, 1)), (b"IEND", b"")):
            file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))
    return path


def _planes(image, alpha):
    planes = [image] if image.ndim == 2 else [image[..., i] for i in range(image.shape[2])]
    return planes + ([alpha] if alpha is not None else [])
