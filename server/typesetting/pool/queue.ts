type Worker<Job> = { suits(job: Job): boolean; take(job: Job | undefined): void }

/** Jobs in the order they came, and workers that wait for one. A waiting worker that suits a job gets it first. */
export function createQueue<Job>(limit: number) {
  const jobs: Job[] = []
  const idle: Worker<Job>[] = []

  return {
    /** False when the queue is full. */
    add(job: Job): boolean {
      const suited = idle.findIndex((worker) => worker.suits(job))
      const [worker] = idle.splice(Math.max(suited, 0), 1)
      if (worker) worker.take(job)
      else if (jobs.length >= limit) return false
      else jobs.push(job)
      return true
    },
    /** The job was taken but not begun. */
    giveBack(job: Job) {
      jobs.unshift(job)
    },
    /** Undefined when the queue was emptied meanwhile. */
    next(suits: (job: Job) => boolean): Promise<Job | undefined> {
      const job = jobs.shift()
      return job ? Promise.resolve(job) : new Promise((take) => idle.push({ suits, take }))
    },
    /** Takes out every waiting job; the waiting workers get none. */
    empty(): Job[] {
      for (const worker of idle.splice(0)) worker.take(undefined)
      return jobs.splice(0)
    },
  }
}
