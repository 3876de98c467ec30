import { cleanHtml } from './text.ts'
import { answerTasks } from './answer-tasks.ts'
import { createTypstCompiler, TypstError } from './compile.ts'
import type { Font } from './fonts.ts'
import { normalisePicture } from './pictures.ts'
import type { Answer, Task } from './pool.ts'
import { prepareLetter, type Press, setPages } from './prepare.ts'
import { previewLetter } from './preview.ts'
import type { NormalPicture, RawPicture } from './typesetter.ts'

/**
 * A child of the pool: makes one letter at a time. A kill or a panic of the compiler costs only the current letter.
 * Arguments: the empty workspace folder, the fonts as JSON.
 */

const [workspace = '', fonts = '[]'] = process.argv.slice(2)
const compiler = createTypstCompiler(workspace, JSON.parse(fonts) as Font[])

const megabyte = 1024 * 1024
/** Collect garbage above this: it takes as long as typesetting a page, but only then is native memory freed. */
const mostLeft = 32 * megabyte
/** A picture of half a page at 300 dpi, unpacked; the document holds it whatever its file size. */
const ofPicture = 8 * megabyte
/** Text arrives as bytes, becomes a string of two bytes per character, and its pictures are bytes again. */
const ofText = 4
const ofTask = 2 * megabyte
let left = 0

/** Pictures of the previous letter: letters to several recipients and repeated previews have the same. */
let ready = new Map<string, NormalPicture>()

function createPress(step: Press['step']): Press {
  const before = ready
  ready = new Map()
  return {
    step,
    set: (letter) => compiler.set(letter),
    async normalise({ name, ...picture }) {
      left += ofPicture
      const key = [name, picture.size, picture.isPrinted].join()
      const made = before.get(key) ?? (await normalised(picture))
      if ('bytes' in made) ready.set(key, made)
      return made
    },
  }
}

const normalised = ({ bytes, ...picture }: RawPicture) =>
  normalisePicture({ ...picture, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) })

async function work(task: Task, step: Press['step']): Promise<Answer> {
  const { prepare, preview, unclean, picture, unchecked, invoice, letter } = task
  left += Math.max(ofTask, ofText * bytesIn(task))
  try {
    if (prepare) return await prepareLetter(createPress(step), prepare)
    if (preview) return await previewLetter(createPress(step), preview)
    if (unclean !== undefined) return cleanHtml(unclean)
    if (picture) return await normalised(picture)
    if (unchecked !== undefined) return { characters: compiler.unprintable(unchecked) }
    if (invoice) return { pdf: compiler.setInvoice(invoice) }
    return await setPages(createPress(step), letter!)
  } catch (error) {
    // Our own message; any other may quote the letter.
    if (error instanceof TypstError) return { broken: error.message }
    throw error
  }
}

function bytesIn({ prepare, preview, unclean, picture }: Task): number {
  const { body } = prepare ?? preview ?? {}
  const text = prepare?.content ?? (body instanceof Uint8Array ? body : body?.content)
  return (text ?? unclean ?? picture?.bytes ?? '').length
}

answerTasks(work, () => {
  if (left < mostLeft) return
  left = 0
  setImmediate(() => globalThis.gc?.())
})
