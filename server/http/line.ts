import { siteOf } from './bearer.ts'

type Waiting = { network?: string | undefined }

/**
 * A fair queue: first in, first out per network, round robin over sites, and over networks within a site
 * (design/load.md#payers-first). `perNetwork`: the most jobs of one network.
 */
export function createLine<Job extends Waiting>(limit: number, perNetwork = limit) {
  /** In order of turns. */
  const waiting = new Map<string | undefined, Job[]>()
  let length = 0
  const toTheEnd = (network: string | undefined, jobs: Job[]) => {
    waiting.delete(network)
    waiting.set(network, jobs)
  }

  return {
    /**
     * If the queue is full, drops the newest job of the busiest network in the busiest site. Returns the dropped job,
     * perhaps `job` itself.
     */
    push(job: Job): Job | undefined {
      const own = waiting.get(job.network) ?? []
      if (own.length >= perNetwork) return job
      waiting.set(job.network, own)
      own.push(job)
      length++
      if (length <= limit) return undefined
      const ofSites = new Map<string | undefined, number>()
      for (const [network, { length }] of waiting)
        ofSites.set(siteOfJob(network), (ofSites.get(siteOfJob(network)) ?? 0) + length)
      let most = { inSite: ofSites.get(siteOfJob(job.network))!, jobs: own }
      for (const [network, jobs] of [...waiting].toReversed()) {
        const inSite = ofSites.get(siteOfJob(network))!
        if ((inSite - most.inSite || jobs.length - most.jobs.length) > 0) most = { inSite, jobs }
      }
      const refused = most.jobs.pop()!
      length--
      if (!most.jobs.length) waiting.delete(refused.network)
      return refused
    },
    /** Takes the next job. Its site moves to the end, its network last. */
    shift(): Job | undefined {
      for (const [network, [next, ...rest]] of waiting) {
        waiting.delete(network)
        const neighbours = [...waiting].filter(([other]) => siteOfJob(other) === siteOfJob(network))
        for (const [other, jobs] of neighbours) toTheEnd(other, jobs)
        if (rest.length) toTheEnd(network, rest)
        length--
        return next
      }
      return undefined
    },
    /** Puts the job first; its network is next. */
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

const siteOfJob = (network: string | undefined) => network && siteOf(network)
