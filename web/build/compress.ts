import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)

/** Puts a `.br` beside every text file of a folder, as small as brotli can; the server only hands it out. */
export async function compressTexts(folder: string): Promise<void> {
  const files = globSync('**/*.{html,js,css,svg,md,json}', { cwd: folder })
  await Promise.all(
    files.map(async (name) => {
      const text = readFileSync(`${folder}/${name}`)
      const small = await compress(text, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
        },
      })
      if (small.length < text.length) writeFileSync(`${folder}/${name}.br`, small)
    }),
  )
}
