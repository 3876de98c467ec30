import { answerTasks, failedBy } from '../typesetting/answer-tasks.ts'
import { mergeLetters } from './merge-letters.ts'
import type { MergeAnswer, MergeTask } from './merge.ts'

/** Merges the letters of one file in order. Arguments: its title, and its date as an ISO instant. */

const [title = '', date = ''] = process.argv.slice(2)
const merger = await mergeLetters(title, new Date(date))

answerTasks(async (task: MergeTask): Promise<MergeAnswer> => {
  if (task === 'save') return { pdf: await merger.save() }
  const added = await merger.add(task.add)
  return { added: added.map((error) => error && failedBy(error)) }
})
