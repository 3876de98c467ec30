import { readdirSync, readFileSync } from 'node:fs'
import { usageOf } from '../server/typesetting/child-process.ts'

export type ProcessorTime = { main: number; children: number; postgres: number }

const about = (pid: string | number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'latin1')
/** Without the second field, a name in brackets that may hold anything: the third comes first. */
const statOf = (pid: string | number) =>
  about(pid, 'stat')
    .replace(/.*\)\s/s, '')
    .split(' ')

const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [{ pid, parent: statOf(pid)[1] ?? '', line: about(pid, 'cmdline') }]
      } catch {
        return [] // it has ended meanwhile
      }
    })

function below(pids: string[], all = processes()): string[] {
  const next = all.filter(({ parent }) => pids.includes(parent)).map(({ pid }) => pid)
  return next.length ? [...next, ...below(next, all)] : []
}

const sum = (pids: string[], of: (pid: string) => number) => pids.reduce((total, pid) => total + of(pid), 0)
/** Milliseconds until now. */
export const timeOf = (pids: string[]): number => sum(pids, (pid) => usageOf(Number(pid)).cpuMs)
/** All that this program has started, and that they have. */
export const processesBelow = (): string[] => below([String(process.pid)])

/** Milliseconds until now, of the server that this program started, what that started, and PostgreSQL with its backends. */
export function processorTime(): ProcessorTime {
  const all = processes()
  const mine = all.filter(({ parent }) => parent === String(process.pid))
  const of = (words: string) => mine.filter(({ line }) => line.includes(words)).map(({ pid }) => pid)
  const [server, database] = [of('server/main.ts'), of('listen_addresses=')]
  return {
    main: timeOf(server),
    children: timeOf(below(server, all)),
    postgres: timeOf([...database, ...below(database, all)]),
  }
}

/** A process and all that it has started, and they. */
export const familyOf = (pid: number): string[] => [String(pid), ...below([String(pid)])]

/** Milliseconds until now of a process and all that it has started, those too that have ended by now. */
export const familyTime = (pid: number): number =>
  sum(familyOf(pid), (one) => {
    const [ended, endedSystem] = statOf(one).slice(13, 15).map(Number) // cutime, cstime
    return usageOf(Number(one)).cpuMs + ((ended ?? 0) + (endedSystem ?? 0)) * 10
  })

/** Megabytes: each shared page is divided among those who have it. Only its owner, or root, may ask. */
export const familyMemory = (pid: number): number =>
  sum(familyOf(pid), (one) => Number(/^Pss:\s+(\d+)/m.exec(about(one, 'smaps_rollup'))?.[1] ?? 0)) / 1024
