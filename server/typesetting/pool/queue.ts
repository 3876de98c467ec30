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
      return true
    },
    /** The job was taken but not begun. */
    giveBack(job: Job) {
      ;(job.later ? later : first).unshift(job)
    },
    /** Undefined when the queue was emptied meanwhile. */
    next(worker: Omit<Worker<Job>, 'take'>): Promise<Job | undefined> {
      const job = first.shift() ?? (worker.takesLater ? later.shift() : undefined)
      return job ? Promise.resolve(job) : new Promise((take) => idle.push({ ...worker, take }))
    },
    /** Takes out every waiting job; the waiting workers get none. */
    empty(): Job[] {
      for (const worker of idle.splice(0)) worker.take(undefined)
      return [...first.splice(0), ...later.splice(0)]
    },
  }
}
