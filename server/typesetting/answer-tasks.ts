/** An error without its message, which may quote a letter: name, code and stack frames. */
export type Failed = { failed: { name: string; code: string; stack: string } }

export function failedBy(error: unknown): Failed {
  const { name = 'unknown', code = '', stack = '' } = error as Partial<NodeJS.ErrnoException>
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  return { failed: { name, code, stack: frames.slice(0, 8).join('\n') } }
}

/** A child's error to throw here: our message, its code and frames. */
export const errorOf = ({ failed: { code, stack } }: Failed, message: string): Error =>
  Object.assign(new Error(message), { code, stack })

/**
 * The child's side of `startChild`: works on tasks one by one. `step` begins a part with time limits of its own.
 * `afterwards` runs when the answer is sent.
 */
export function answerTasks<Task, Answer>(
  work: (task: Task, step: (step: number) => void) => Promise<Answer>,
  afterwards?: (task: Task) => void,
): void {
  process.on('message', ({ task }: { task: Task }) => {
    void work(task, (step) => process.send?.({ step }))
      .catch(failedBy)
      .then((answer) => process.send?.({ answer }, () => afterwards?.(task)))
  })
  process.on('disconnect', () => process.exit())
  // A terminal signals the whole process group: the server finishes its work first, then ends its children.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})
  process.send?.({ step: 0 })
}
