import { readdirSync, readFileSync } from 'node:fs'
import { usageOf } from '../server/children/usage-of.ts'

export type ProcessorTime = { main: number; children: number; postgres: number }

/** Milliseconds until now, of the server that this program started, what that started, and PostgreSQL with its backends. */
export function processorTime(): ProcessorTime {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const about = all.flatMap((pid) => {
    try {
      const parent = readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/.*\)/s, '').split(' ')[2]
      return [{ pid, parent, line: readFileSync(`/proc/${pid}/cmdline`, 'latin1') }]
    } catch {
      return [] // it has ended meanwhile
    }
  })
  const below = (pids: string[]): string[] => {
    const next = about.filter(({ parent }) => pids.includes(parent ?? '')).map(({ pid }) => pid)
    return next.length ? [...next, ...below(next)] : []
  }
  const mine = about.filter(({ parent }) => parent === String(process.pid))
  const of = (words: string) => mine.filter(({ line }) => line.includes(words)).map(({ pid }) => pid)
  const sum = (pids: string[]) => pids.reduce((total, pid) => total + usageOf(Number(pid)).cpuMs, 0)
  const [server, database] = [of('server/main.ts'), of('listen_addresses=')]
  return {
    main: sum(server),
    children: sum(below(server)),
    postgres: sum([...database, ...below(database)]),
  }
}
