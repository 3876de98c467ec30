import { createLine } from '../http/line.ts'

type Waiting = { later: boolean; network?: string | undefined }
type Worker<Job> = { takesLater: boolean; take(job: Job | undefined): void }

/** A priority queue of jobs and idle workers: trusted senders first. Some workers take no job marked `later`. */
export function createQueue<Job extends Waiting>(limit: number) {
  const first = createLine<Job>(limit)
  const later = createLine<Job>(limit)
  const idle: Worker<Job>[] = []
  let wake = () => {}

  return {
    /** Returns the job refused when the queue is full, perhaps another one. */
    add(job: Job): Job | undefined {
      // Previews repeat: the worker that was busy last still has the letter's paragraphs cached.
      const worker = idle.findLast(({ takesLater }) => takesLater || !job.later)
      const line = job.later ? later : first
      const refused = worker ? undefined : line.push(job)
      if (worker) idle.splice(idle.indexOf(worker), 1)
      worker?.take(job)
      wake()
      return refused
    },
    /** Puts back a job that was taken but not begun. */
    requeue(job: Job) {
      ;(job.later ? later : first).unshift(job)
    },
    /** Resolves when a priority job waits, or when the queue is emptied. */
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
    /** Removes all waiting jobs; waiting workers get none. */
    empty(): Job[] {
      for (const worker of idle.splice(0)) worker.take(undefined)
      wake()
      return [...first.empty(), ...later.empty()]
    },
  }
}
