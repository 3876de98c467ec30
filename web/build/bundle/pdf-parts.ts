import type { Plugin } from 'vite'

/** The modules of pdf.js's worker that no letter needs, each with the one name that the others know it by. */
const unused = {
  './external/brotli/decode.js': 'BrotliDecode',
  './src/core/xfa/factory.js': 'XFAFactory',
  './src/core/editor/pdf_editor.js': 'PDFEditor',
}

/**
 * Takes out of a worker's bundle what PDFs of our typesetter never use of pdf.js; the bundler leaves out what only that
 * needed. @throws at the build when pdf.js comes in another shape
 */
export const withoutUnusedParts = (): Plugin => ({
  name: 'pdf-parts',
  transform(code, id) {
    if (!id.includes('/node_modules/pdfjs-dist/')) return undefined
    return Object.entries(unused).reduce((left, part) => withoutModule(left, ...part), code)
  },
})

/** Of a file of many modules, their names between them: all but this one, an empty class in its place. */
export function withoutModule(code: string, module: string, name: string): string {
  const [before = '', inside = ''] = code.split(`;// ${module}\n`)
  const end = inside.indexOf('\n;// ')
  if (end < 0) throw new Error(`pdf.js has no ${module}`)
  const after = inside.slice(end)
  const isKnown = (one: string) => new RegExp(`(?<![.\\w])${one}\\b`).test(before + after)
  const known = [...inside.slice(0, end).matchAll(/^(?:async )?(?:class|function\*?|const|let|var) (\w+)/gm)]
    .map(([, one]) => one!)
    .filter(isKnown)
  if (known.join() !== name) throw new Error(`pdf.js knows ${module} by ${known.join(' and ') || 'no name'}`)
  return `${before}class ${name} {}${after}`
}
