import { isWholePicture, kindOfPicture } from './kind-of-picture.ts'

/** A PNG up to this size stays a PNG, so that drawings and signatures keep edges and transparency. */
const smallPng = 400_000

export type Scaling = { file: File; longEdge: number; quality: number }
/** `heic`: this browser cannot read HEIC. */
export type PictureRefusal = 'not-a-picture' | 'heic' | 'broken'
export type Scaled = { picture: Blob; width: number; height: number } | { refused: PictureRefusal }

function drawn(picture: ImageBitmap, paper?: string) {
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas in this worker')
  if (paper) {
    pen.fillStyle = paper
    pen.fillRect(0, 0, canvas.width, canvas.height)
  }
  pen.drawImage(picture, 0, 0)
  return canvas
}

async function scale({ file, longEdge, quality }: Scaling): Promise<Scaled> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = kindOfPicture(bytes)
  if (!kind) return { refused: 'not-a-picture' }
  if (!isWholePicture(bytes, kind)) return { refused: 'broken' }
  try {
    // With its true type: a browser may trust the declared one.
    return await draw(new Blob([bytes], { type: `image/${kind}` }), longEdge, quality)
  } catch {
    return { refused: kind === 'heic' ? 'heic' : 'broken' }
  }
}

async function draw(file: Blob, longEdge: number, quality: number): Promise<Scaled> {
  const full = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const factor = Math.min(1, longEdge / Math.max(full.width, full.height))
  const [width, height] = [full.width, full.height].map((edge) => Math.max(1, Math.round(edge * factor))) as [
    number,
    number,
  ]
  // From the bitmap, so that the photo is decoded once.
  const sized = await createImageBitmap(full, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  })
  full.close() // 200 MB for a photo of 48 megapixels

  if (file.type === 'image/png' || file.type === 'image/webp') {
    const png = await drawn(sized).convertToBlob({ type: 'image/png' })
    if (png.size <= smallPng) return { picture: png, width, height }
  }
  const jpeg = await drawn(sized, '#fff').convertToBlob({ type: 'image/jpeg', quality })
  return { picture: jpeg, width, height }
}

addEventListener('message', ({ data }: MessageEvent<{ id: number; scaling: Scaling }>) => {
  void scale(data.scaling)
    .catch((): Scaled => ({ refused: 'broken' }))
    .then((scaled) => postMessage({ id: data.id, scaled }))
})
