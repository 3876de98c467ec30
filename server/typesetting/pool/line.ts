type Waiting = { network?: string | undefined }

/** Jobs that wait: those of a network in the order they came, of several networks in turns (design.md#payers-first). */
export function createLine<Job extends Waiting>(limit: number) {
  /** Whose turn is next comes first. */
  const waiting = new Map<string | undefined, Job[]>()
  let length = 0

  return {
    /** Gives back what has no place: the last job of who has most of them waiting. */
    push(job: Job): Job | undefined {
      let most = waiting.get(job.network) ?? []
      waiting.set(job.network, most)
      most.push(job)
      length++
      if (length <= limit) return undefined
      for (const jobs of waiting.values()) if (jobs.length > most.length) most = jobs
      const refused = most.pop()!
      length--
      if (!most.length) waiting.delete(refused.network)
      return refused
    },
    shift(): Job | undefined {
      for (const [network, [next, ...rest]] of waiting) {
        waiting.delete(network)
        if (rest.length) waiting.set(network, rest)
        length--
        return next
      }
      return undefined
    },
    /** It is next, and its network's turn. */
    unshift(job: Job) {
      const others = [...waiting].filter(([network]) => network !== job.network)
      const own = [job, ...(waiting.get(job.network) ?? [])]
      waiting.clear()
      for (const [network, jobs] of [[job.network, own] as const, ...others]) waiting.set(network, jobs)
      length++
    },
    isEmpty: () => length === 0,
    empty(): Job[] {
      const all = [...waiting.values()].flat()
      waiting.clear()
      length = 0
      return all
    },
  }
}
