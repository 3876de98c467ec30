import { cleanHtml } from '@lacre/letter/content/text.ts'
import { answerTasks } from './answer-tasks.ts'
import { createTypstCompiler, TypstError } from './compile.ts'
import type { Font } from './fonts.ts'
import { normalisePicture } from './pictures.ts'
import { leftBehind } from './left-behind.ts'
import type { Answer, Task } from './pool.ts'
import { readBody, readLetter } from './read.ts'

/**
 * One child of the pool: reads or sets one letter, or scales one picture, at a time. It may be killed at any moment, and a panic
 * of the compiler ends it; both cost only the letter in hand. Arguments: the empty workspace folder, the fonts as JSON.
 */

const [workspace = '', fonts = '[]'] = process.argv.slice(2)
const compiler = createTypstCompiler(workspace, JSON.parse(fonts) as Font[])
/** With so much left a child collects, in bytes. */
const mostLeft = 32 * 1024 * 1024
/** Native memory is freed only when the collector runs. */
let left = 0

async function work(task: Task): Promise<Answer> {
  try {
    if ('html' in task) return readLetter(task.html)
    if ('body' in task) return readBody(task.body)
    if ('unclean' in task) return cleanHtml(task.unclean)
    if ('unchecked' in task) return { characters: compiler.unprintable(task.unchecked) }
    if ('invoice' in task) return { pdf: compiler.setInvoice(task.invoice) }
    return 'picture' in task
      ? await normalisePicture({ ...task.picture, bytes: Buffer.from(task.picture.bytes) })
      : await compiler.set(task.letter)
  } catch (error) {
    // Its words are ours; any other message may quote the letter.
    if (error instanceof TypstError) return { broken: error.message }
    throw error
  }
}

answerTasks(work, (task) => {
  left += leftBehind(task)
  if (left < mostLeft) return
  left = 0
  setImmediate(() => globalThis.gc?.())
})
