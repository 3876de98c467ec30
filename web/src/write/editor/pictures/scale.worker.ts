/** Up to here a PNG stays a PNG: drawings and signatures keep their edges and transparency. */
const smallPng = 400_000

export type Scaling = { file: File; longEdge: number; quality: number }
export type Scaled = { picture: Blob; width: number; height: number } | { refused: 'not-a-picture' }

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
  const full = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const factor = Math.min(1, longEdge / Math.max(full.width, full.height))
  const [width, height] = [full.width, full.height].map((edge) => Math.max(1, Math.round(edge * factor))) as [
    number,
    number,
  ]
  // From the bitmap: the photograph is decoded once.
  const sized = await createImageBitmap(full, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  })

  if (file.type === 'image/png') {
    const png = await drawn(sized).convertToBlob({ type: 'image/png' })
    if (png.size <= smallPng) return { picture: png, width, height }
  }
  const jpeg = await drawn(sized, '#fff').convertToBlob({ type: 'image/jpeg', quality })
  return { picture: jpeg, width, height }
}

addEventListener('message', ({ data }: MessageEvent<{ id: number; scaling: Scaling }>) => {
  void scale(data.scaling)
    .catch((): Scaled => ({ refused: 'not-a-picture' }))
    .then((scaled) => postMessage({ id: data.id, scaled }))
})
