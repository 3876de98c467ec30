type Waiting = { later: boolean }
type Worker<Job> = { takesLater: boolean; suits(job: Job): boolean; take(job: Job | undefined): void }

/**
 * Jobs in the order they came, those of people who pay before the others, and workers that wait for one; some take no
 * job that is for `later`. A waiting worker that suits a job gets it first.
 */
export function createQueue<Job extends Waiting>(limit: number) {
  const first: Job[] = []
  const later: Job[] = []
  const idle: Worker<Job>[] = []
  let wake = () => {}

  return {
    /** False when there are too many of its kind. */
    add(job: Job): boolean {
      const able = idle.filter(({ takesLater }) => takesLater || !job.later)
      const worker = able.find((one) => one.suits(job)) ?? able[0]
      const line = job.later ? later : first
      if (!worker && line.length >= limit) return false
      if (!worker) line.push(job)
      else idle.splice(idle.indexOf(worker), 1)
      worker?.take(job)
      wake()
      return true
    },
    /** The job was taken but not begun. */
    giveBack(job: Job) {
      ;(job.later ? later : first).unshift(job)
    },
    /** Settles with the next job, whoever takes it, or when the queue is emptied. */
    async untilAsked() {
      if (!first.length) await new Promise<void>((resolve) => (wake = resolve))
    },
    /** Undefined when the queue was emptied meanwhile, or no job came in time. */
    next(worker: Omit<Worker<Job>, 'take'>, waitMs?: number): Promise<Job | undefined> {
      const job = first.shift() ?? (worker.takesLater ? later.shift() : undefined)
      if (job) return Promise.resolve(job)
      return new Promise((settle) => {
        const waiting = { ...worker, take }
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
      return [...first.splice(0), ...later.splice(0)]
    },
  }
}
