import { createLine } from '../http/line.ts'

type Waiting = { later: boolean; network?: string | undefined }
type Worker<Job> = { takesLater: boolean; take(job: Job | undefined): void }

/** Jobs of trusted senders before the others, and workers that wait for one; some take no job that is for `later`. */
export function createQueue<Job extends Waiting>(limit: number) {
  const first = createLine<Job>(limit)
  const later = createLine<Job>(limit)
  const idle: Worker<Job>[] = []
  let wake = () => {}

  return {
    /** Returns one that is refused when there are too many of its kind, maybe another. */
    add(job: Job): Job | undefined {
      // A preview is set again at each pause: the child that did so last still knows its paragraphs.
      const worker = idle.findLast(({ takesLater }) => takesLater || !job.later)
      const line = job.later ? later : first
      const refused = worker ? undefined : line.push(job)
      if (worker) idle.splice(idle.indexOf(worker), 1)
      worker?.take(job)
      wake()
      return refused
    },
    /** The job was taken but not begun. */
    requeue(job: Job) {
      ;(job.later ? later : first).unshift(job)
    },
    /** Settles with the next job, whoever takes it, or when the queue is emptied. */
    async untilAsked() {
      if (first.isEmpty()) await new Promise<void>((resolve) => (wake = resolve))
    },
    /** Undefined when the queue was emptied meanwhile, or no job came in time. */
    next(takesLater: boolean, waitMs?: number): Promise<Job | undefined> {
      const job = first.shift() ?? (takesLater ? later.shift() : undefined)
      if (job) return Promise.resolve(job)
      return new Promise((settle) => {
        const waiting = { takesLater, take }
        const timer = waitMs === undefined ? undefined : setTimeout(leave, waitMs)
        function take(job: Job | undefined) {
          clearTimeout(timer)
          settle(job)
        }
        function leave() {
          idle.splice(idle.indexOf(waiting), 1)
          settle(undefined)
        }
        idle.push(waiting)
      })
    },
    /** Takes out every waiting job; the waiting workers get none. */
    empty(): Job[] {
      for (const worker of idle.splice(0)) worker.take(undefined)
      wake()
      return [...first.empty(), ...later.empty()]
    },
  }
}
