/** Merges the letters of one file, one after the other. Arguments: its title, and its date as an ISO instant. */
import type { MergeAnswer, MergeTask } from './merge-apart.ts'
import { mergeLetters } from './merge-letters.ts'

const [title = '', date = ''] = process.argv.slice(2)
const merger = await mergeLetters(title, new Date(date))

async function answerTo(task: MergeTask): Promise<MergeAnswer> {
  if (task === 'save') return { pdf: await merger.save() }
  try {
    return await merger.add(Buffer.from(task.add), task.pages)
  } catch {
    return { unreadable: true } // our own words only: any other might quote the letter
  }
}

process.on('message', (task: MergeTask) => {
  void answerTo(task).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit())
