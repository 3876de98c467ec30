type Seat<Job> = { suits(job: Job): boolean; take(job: Job | undefined): void }

/** Jobs in the order they came, and seats that wait for one. A waiting seat that suits a job gets it first. */
export function createQueue<Job>(limit: number) {
  const jobs: Job[] = []
  const limiter: Seat<Job>[] = []

  return {
    /** False when the queue is full. */
    add(job: Job): boolean {
      const suited = limiter.findIndex((seat) => seat.suits(job))
      const [seat] = limiter.splice(Math.max(suited, 0), 1)
      if (seat) seat.take(job)
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
      return job ? Promise.resolve(job) : new Promise((take) => limiter.push({ suits, take }))
    },
    /** Takes out every waiting job; the waiting seats go empty-handed. */
    empty(): Job[] {
      for (const seat of limiter.splice(0)) seat.take(undefined)
      return jobs.splice(0)
    },
  }
}
