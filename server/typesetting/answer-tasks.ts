/** What may be known of an error whose text may quote a letter: its name, its code and where it was thrown. */
export type Failed = { failed: { name: string; code: string; stack: string } }

export function failedBy(error: unknown): Failed {
  const { name = 'unknown', code = '', stack = '' } = error as Partial<NodeJS.ErrnoException>
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  return { failed: { name, code, stack: frames.slice(0, 8).join('\n') } }
}

/** The error of a child, to be thrown here: `message` is ours, the code and the frames are the child's. */
export const errorOf = ({ failed: { code, stack } }: Failed, message: string): Error =>
  Object.assign(new Error(message), { code, stack })

/**
 * The child's side of `startChild`: does one task after the other. `step` says that a part begins which has the limits of a
 * task for itself. `afterwards` runs when the answer is sent.
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
  // A terminal sends them to all of a group: the server ends what it has begun, and then its children.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})
  process.send?.({ step: 0 })
}
