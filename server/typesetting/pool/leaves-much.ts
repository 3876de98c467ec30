import type { Task } from './child-process.ts'

/** A text above this holds pictures. */
const largeText = 256 * 1024

/**
 * Whether a task leaves so much memory behind that it is collected at once: pictures do. After a letter's words alone
 * that would take ten times as long as reading them.
 */
export function leavesMuch(task: Task): boolean {
  if ('letter' in task) return Object.keys(task.letter.pictures).length > 0
  if ('html' in task) return task.html.length > largeText
  if ('body' in task) return task.body.length > largeText
  if ('unclean' in task) return task.unclean.length > largeText
  return 'picture' in task
}
