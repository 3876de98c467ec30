import type { Task } from './pool.ts'

const megabyte = 1024 * 1024
/** The least that any task leaves: its messages and the document. */
const least = 2 * megabyte
/** A picture of half a page at 300 dpi, unpacked. The document holds it, whatever its file weighs. */
const picture = 8 * megabyte
/** Text comes as bytes, becomes a string of two bytes a character, and its pictures are bytes again. */
const ofText = 4

/**
 * About how many bytes a task leaves in memory that only the collector frees. To collect takes as long as setting a page,
 * whatever there is: after each task it was a third of what a letter with a photo cost.
 */
export function leftBehind(task: Task): number {
  if ('letter' in task) return Math.max(least, Object.keys(task.letter.pictures).length * picture)
  if ('html' in task) return Math.max(least, ofText * task.html.length)
  if ('body' in task) return Math.max(least, ofText * task.body.length)
  if ('unclean' in task) return Math.max(least, ofText * task.unclean.length)
  return 'picture' in task ? Math.max(least, 2 * task.picture.bytes.length) : least
}
