import sharp from 'sharp'

/** A png of one colour. */
export const pngOf = (background: string, width = 9, height = 9): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

/** As a letter carries it. */
export const dataOf = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`
