import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { orderNumber } from '@lacre/letter/order-number.ts'
import { maxPages, sheetsOf } from '@lacre/letter/content/limits.ts'
import { largestSizes, leaves } from './text.ts'
import type { Run } from '@lacre/letter/content/tree.ts'
import { usualLanguage } from '@lacre/letter/looks/languages.ts'
import { looksOf, settings, type Looks, type Seal, sealDrawing } from '@lacre/letter/looks/looks.ts'
import {
  NodeCompiler,
  type NodeError,
  type NodeTypstDocument,
  PdfStandard,
} from '@myriaddreamin/typst-ts-node-compiler'
import { type Font, fontsByUse } from './fonts.ts'
import { initialOf } from '@lacre/letter/looks/typed-name.ts'
import { svgOf, type Drawing, signatureDrawing } from '@lacre/letter/looks/signature.ts'
import { noAdjustment, keepLines, type LineMark } from './closing.ts'
import { type Ending, type PaperPicture, toPaper, returnLines } from './tree.ts'
import { drawReplyCode, drawSheetCodes, sampleCode } from './codes.ts'
import { profile } from '@lacre/letter/paper-profile.ts'
import { asWritten, placePhotos, type Placing, type RowMark } from './photos.ts'
import type { InvoiceToSet, LetterToSet, SetLetter, TypesetRefusal } from './typesetter.ts'
import { createGlyphCheck } from './glyphs.ts'

export const letterTemplate = readFileSync(new URL('letter.typ', import.meta.url), 'utf8')
const invoiceTemplate = readFileSync(new URL('invoice.typ', import.meta.url), 'utf8')
/** Letters kept in the compiler's cache, since previews typeset the same letter repeatedly. */
const remembered = 8

/**
 * Typst could not compile the template or lacks a font. Its message may quote the letter, so this one has only the
 * position.
 */
export class TypstError extends Error {}

/**
 * A compiler for one template. `workspace` is an empty folder and stays empty: the template reads only the letter's
 * virtual files. A letter's text is data and never evaluated.
 * @throws TypstError for our mistakes, never for a letter's.
 */
export function createTypstCompiler(workspace: string, fonts: Font[], template = letterTemplate) {
  const file = (name: string) => join(workspace, name)
  const [main, invoiceMain] = [file('letter.typ'), file('invoice.typ')]
  const compiler = NodeCompiler.create({
    workspace,
    fontArgs: [{ fontPaths: fonts.flatMap((font) => font.files) }],
  })
  const put = (name: string, data: unknown) =>
    compiler.mapShadow(
      file(name),
      Buffer.isBuffer(data) ? data : Buffer.from(typeof data === 'string' ? data : JSON.stringify(data)),
    )
  const unprintable = createGlyphCheck(fonts)
  compiler.addSource(main, template)
  compiler.addSource(invoiceMain, invoiceTemplate)

  /** Changed rarely, so that the compiler's cache stays valid. */
  let loaded: string | undefined
  function load({ style, size, language }: Looks) {
    const lang = language ?? usualLanguage
    const wanted = [style, size, lang].join()
    if (wanted === loaded) return
    const { points, measure, ...look } = settings[style]
    put('paper.json', {
      profile,
      look: { ...look, lang, size: points[size], measure: measure[size] },
      fonts: fontsByUse(style),
    })
    loaded = wanted
  }

  async function set(letter: LetterToSet): Promise<SetLetter | TypesetRefusal> {
    const characters = unprintable(everyText(letter))
    if (characters.length) return { refused: 'unprintable-character', characters }

    const pictures = new Map<string, PaperPicture>()
    const looks = looksOf(letter.looks ?? {})
    const { signature, seal } = looks
    const drawn = (file: string, drawing: Drawing): PaperPicture => {
      put(file, svgOf(drawing))
      return { file: `/${file}`, width: drawing.millimetres }
    }
    try {
      const ending: Ending = {
        ...(signature && { signature: drawn('signature.svg', signatureDrawing(signature)) }),
        ...(seal && { seal: { ...drawn('seal.svg', sealDrawing(seal)), ...pressed(seal, letter.sender) } }),
      }
      for (const [name, { bytes, widthMm }] of Object.entries(letter.pictures)) {
        const stored = `picture-${pictures.size}.${bytes[0] === 0xff ? 'jpg' : 'png'}`
        put(stored, Buffer.from(bytes))
        pictures.set(name, { file: `/${stored}`, width: widthMm })
      }
      const { sender, recipient, dateLine } = letter
      const body = toPaper(
        letter.content,
        pictures,
        signature || seal ? ending : undefined,
        looks.language ?? usualLanguage,
      )
      load(looks)
      if (letter.replyLink) put('reply.svg', await drawReplyCode(letter.replyLink))
      const reply = letter.replyLink ? { reply: '/reply.svg' } : {}
      // A preview has no number yet.
      const order = letter.sheetCode ? { order: `Pedido ${orderNumber(letter.sheetCode)}` } : {}
      const lines = returnLines(sender)
      put('letter.json', { sender, returnLines: lines, ...order, recipient, dateLine, body, ...reply })
      put('photos.json', asWritten)
      put('kept.json', noAdjustment)
      if (body.some(({ type }) => type === 'photos')) await place(letter)
      let document = await compile(letter.sheetCode, 1)
      if ('refused' in document) return document
      const pages = document.numOfPages
      const kept = keepLines(marksIn<LineMark[]>(document, '<lines>').flat(), pages)
      if (pages > maxPages && !letter.anyLength) return { refused: 'too-long', pages }

      // The codes contain the number of sheets, known only now. They are in their own file, so that the second pass
      // costs a millisecond; most letters need none.
      const sheets = sheetsOf(pages)
      if (kept) put('kept.json', kept)
      if (kept || (letter.sheetCode && sheets > 1)) document = await compile(letter.sheetCode, sheets)
      if (kept && !('refused' in document) && document.numOfPages !== pages) {
        put('kept.json', noAdjustment)
        document = await compile(letter.sheetCode, sheets)
      }
      if ('refused' in document) return document
      const pdf = print(document, letter.date)
      if (!pdf) return { refused: 'unprintable-character', characters: [] }
      return { pdf, pages, sheets, sha256: createHash('sha256').update(pdf).digest('hex') }
    } finally {
      for (const path of [...[...pictures.values()].map(({ file: one }) => one), 'signature.svg', 'seal.svg'])
        compiler.unmapShadow(join(workspace, path))
      // The cache belongs to the process: without this it grows by 0.65 MB per letter.
      compiler.evictCache(remembered)
    }
  }

  async function place({ content, sheetCode }: LetterToSet) {
    const setAs = async (placing: Placing) => {
      put('photos.json', placing)
      const document = await compile(sheetCode, 1)
      if ('refused' in document) return undefined
      return { pages: document.numOfPages, marks: marksIn<RowMark>(document, '<photos>') }
    }
    const isWide = [...largestSizes(content).values()].includes('entera')
    const placing = await placePhotos(setAs, isWide)
    if (placing) put('photos.json', placing)
  }

  const marksIn = <Mark>(document: NodeTypstDocument, selector: string) =>
    compiler.query(document, { selector, field: 'value' }) as Mark[]

  async function compile(
    sheetCode: string | undefined,
    sheets: number,
  ): Promise<NodeTypstDocument | TypesetRefusal> {
    const codes = sheetCode ? await drawSheetCodes(sheetCode, sheets) : [await sampleCode()]
    for (const [i, svg] of codes.entries()) put(`code-${i + 1}.svg`, svg)
    put(
      'codes.json',
      codes.map((_, i) => `/code-${i + 1}.svg`),
    )
    const outcome = compiler.compile({ mainFilePath: main, resetRead: true })
    if (outcome.hasError()) return refusalFor(outcome.takeError())
    return wholeOf(outcome)
  }

  /** Unprintable characters become question marks, so that an issued invoice always opens. */
  function setInvoice({ date, ...invoice }: InvoiceToSet): Buffer {
    const written = JSON.stringify({ ...invoice, fonts: fontsByUse('clasica') })
    const missing = unprintable(written)
    put(
      'invoice.json',
      missing.reduce((text, character) => text.replaceAll(character, '?'), written),
    )
    const outcome = compiler.compile({ mainFilePath: invoiceMain, resetRead: true })
    if (outcome.hasError()) throw new TypstError('invoice.typ does not compile')
    const pdf = print(wholeOf(outcome), date)
    compiler.evictCache(remembered)
    if (!pdf) throw new TypstError('an invoice has a character without a glyph')
    return pdf
  }

  function wholeOf(outcome: ReturnType<typeof compiler.compile>): NodeTypstDocument {
    // A missing font silently drops its text from a valid PDF; this warning is the only sign.
    const missing = messages(outcome.takeWarnings()).find((message) =>
      message.startsWith('unknown font family'),
    )
    if (missing) throw new TypstError(missing)
    return outcome.result!
  }

  /** Undefined: PDF/A found a character without a glyph that the glyph check had passed. */
  function print(document: NodeTypstDocument, date: Date): Buffer | undefined {
    try {
      const creationTimestamp = Math.floor(date.getTime() / 1000)
      return compiler.pdf(document, { creationTimestamp, pdfStandard: PdfStandard.A_2b })
    } catch (error) {
      if (String(error).includes('could not be displayed')) return undefined
      throw error
    }
  }

  return { set, setInvoice, unprintable }
}

function refusalFor(error: NodeError | null): TypesetRefusal {
  const said = messages(error).join('\n')
  if (said.includes('recipient-does-not-fit')) return { refused: 'recipient-does-not-fit' }
  if (/maximum .* depth exceeded/.test(said)) return { refused: 'too-complex' }
  const places = (error?.shortDiagnostics ?? []).map(
    (one: { range?: string }) => one.range ?? 'unknown place',
  )
  throw new TypstError(`letter.typ does not compile: ${places.join(', ')}`)
}

/** The sender's initial, with its size and middle as fractions of the seal's width and height. */
function pressed(seal: Seal, [name = '']: string[]) {
  const { w, h, letter } = sealDrawing(seal)
  return { initial: initialOf(name), size: letter.size / w, middle: letter.y / h }
}

const messages = (error: NodeError | null): string[] =>
  (error?.shortDiagnostics ?? []).map((diagnostic: { message: string }) => diagnostic.message)

const shownText = (run: Run): string =>
  'text' in run ? run.text : `\n${'picture' in run ? (run.caption ?? '') : ''}\n`

const everyText = ({ sender, recipient, dateLine, content }: LetterToSet): string =>
  [
    ...sender,
    ...recipient,
    dateLine,
    ...leaves(content).map((leaf) => (leaf.type === 'code' ? leaf.text : leaf.runs.map(shownText).join(''))),
  ].join('\n')
