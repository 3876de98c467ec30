/** Merges the letters of one file, one after the other. Arguments: its title, and its date as an ISO instant. */
import { answerTasks, failedBy } from '../../children/answer-tasks.ts'
import type { MergeAnswer, MergeTask } from './merge-apart.ts'
import { mergeLetters } from './merge-letters.ts'

const [title = '', date = ''] = process.argv.slice(2)
const merger = await mergeLetters(title, new Date(date))

answerTasks(async (task: MergeTask): Promise<MergeAnswer> => {
  if (task === 'save') return { pdf: await merger.save() }
  const added = await merger.add(task.add)
  return { added: added.map((error) => error && failedBy(error)) }
})
