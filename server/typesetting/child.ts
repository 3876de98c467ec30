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
 * One child of the pool: makes one letter at a time. It may be killed at any moment, and a panic of the compiler ends it;
 * both cost only the letter in hand. Arguments: the empty workspace folder, the fonts as JSON.
 */

const [workspace = '', fonts = '[]'] = process.argv.slice(2)
const compiler = createTypstCompiler(workspace, JSON.parse(fonts) as Font[])

const megabyte = 1024 * 1024
/** With so much left a child collects: doing so takes as long as setting a page, and native memory is freed only then. */
const mostLeft = 32 * megabyte
/** A picture of half a page at 300 dpi, unpacked, which the document holds whatever its file weighs. */
const ofPicture = 8 * megabyte
/** Text comes as bytes, becomes a string of two bytes a character, and its pictures are bytes again. */
const ofText = 4
const ofTask = 2 * megabyte
let left = 0

/** Of the letter before: fifty letters of one text have the same pictures, and so has each look at one. */
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
    // Its words are ours; any other message may quote the letter.
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
