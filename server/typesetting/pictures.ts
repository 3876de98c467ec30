import type { Sharp, SharpOptions } from 'sharp'
import { profile } from '@lacre/letter/paper-profile.ts'
import type { NormalPicture, RawPicture } from './typesetter.ts'

const millimetresPerInch = 25.4
/** The resolution at which browsers show pictures: the size the writer saw. */
const screenDpi = 96
const printDpi = 300
const mostPixels = 60_000_000
/** Above either limit a png is a photograph, not a drawing. */
const smallPixels = 1_500_000
const smallBytes = 500_000

/** Darker prints show through paper of 80 g/m². */
const dark = 80

/** Fewer pixels per inch are visible as steps. */
const leastDpi = 90
/** Lighter than any ink. */
const white = 245

const kinds = {
  // oxlint-disable-next-line no-control-regex -- as its first bytes are
  png: /^\u0089PNG\r\n\u001a\n/,
  jpeg: /^\u00ff\u00d8\u00ff/,
  webp: /^RIFF[^]{4}WEBP/,
  gif: /^GIF8[79]a/,
  avif: /^[^]{4}ftypavi[fs]/,
}

// Broken data must be refused, not half printed.
const careful = {
  limitInputPixels: mostPixels,
  failOn: 'error',
  sequentialRead: true,
} satisfies SharpOptions

/**
 * The picture as it will be printed: upright, at most 300 dpi, on white, in sRGB, without metadata (which may hold a
 * location). Typst would print truncated files half empty, and use a gigabyte for a decompression bomb.
 */
export async function normalisePicture({
  bytes: picture,
  size,
  isPrinted,
}: Omit<RawPicture, 'bytes'> & { bytes: Buffer }): Promise<
  NormalPicture | { refused: 'picture-unreadable' }
> {
  // Decided by the first bytes: else sharp would also read SVG, TIFF and more.
  const head = picture.toString('latin1', 0, 16)
  if (!Object.values(kinds).some((kind) => kind.test(head))) return { refused: 'picture-unreadable' }
  const isPhotograph = kinds.jpeg.test(head)

  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  try {
    const { autoOrient } = await sharp(picture, careful).metadata()
    const widthMm = printedWidth(autoOrient.width, autoOrient.height)
    const mostMm = size ? profile.photos.sizes[size].w * profile.nextBody.w : widthMm
    const pixels = Math.max(1, Math.round((mostMm / millimetresPerInch) * printDpi))
    const upright = sharp(picture, careful)
      .rotate()
      .resize({ width: pixels, withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
    const encoded: Encoded = isPrinted
      ? { bytes: picture, name: isPhotograph ? 'jpg' : 'png' }
      : await encode(upright, !isPhotograph && autoOrient.width * autoOrient.height <= smallPixels)
    const isDark = size === 'entera' && (await lightOf(sharp(encoded.bytes))) < dark
    const shownMm = size
      ? Math.min(
          mostMm,
          profile.photos.sizes[size].h * profile.nextBody.w * (autoOrient.width / autoOrient.height),
        )
      : widthMm
    const isSmall = autoOrient.width / (shownMm / millimetresPerInch) < leastDpi
    const isBlank = (await sharp(encoded.bytes).stats()).channels.every(({ min }) => min >= white)
    return {
      ...encoded,
      widthMm,
      ...(isDark && { isDark }),
      ...(isSmall && { isSmall }),
      ...(isBlank && { isBlank }),
    }
  } catch {
    return { refused: 'picture-unreadable' }
  }
}

/** Average perceived lightness, from black (0) to white (255). */
async function lightOf(picture: Sharp): Promise<number> {
  // Not by stats(): those are of the original picture, and its first channel is red.
  const greys = await picture.resize({ width: 64, height: 64, fit: 'fill' }).greyscale().raw().toBuffer()
  return greys.reduce((sum, grey) => sum + grey, 0) / greys.length
}

type Encoded = Pick<NormalPicture, 'bytes' | 'name'>

async function encode(picture: Sharp, drawing: boolean): Promise<Encoded> {
  if (drawing) {
    const bytes = await picture.clone().png().toBuffer()
    if (bytes.length <= smallBytes) return { bytes, name: 'png' }
  }
  return { bytes: await picture.jpeg({ quality: 85 }).toBuffer(), name: 'jpg' }
}

/** Its size on screen, limited by the text's width and half a page's height. */
function printedWidth(width: number, height: number): number {
  const natural = (width / screenDpi) * millimetresPerInch
  return Math.min(natural, profile.picture.w, (profile.picture.h * width) / height)
}
