import sharp from 'sharp'

/** A generated photo: a landscape in gradients with noise, as a JPEG of `width` pixels. */
export async function photo(width = 1600): Promise<Buffer> {
  const height = Math.round(width * 0.66)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#35507a"/>
    <stop offset="0.6" stop-color="#e8a36b"/><stop offset="1" stop-color="#5a3c2f"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="70%" cy="52%" r="${height / 9}" fill="#fbe3b0"/>
    <path d="M0 ${height} L${width * 0.3} ${height * 0.55} L${width * 0.55} ${height} Z" fill="#2d2a33"/>
    <path d="M${width * 0.35} ${height} L${width * 0.75} ${height * 0.62} L${width} ${height} Z" fill="#3d3540"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()
}

/** Nothing but grain: a JPEG that cannot be made small. */
export const grain = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 88 })
    .toBuffer()
