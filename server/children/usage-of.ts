import { readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const msPerTick = 10

/** Processor time and resident memory of a process; 0 where the system has no /proc, and then only the clock guards. */
export function usageOf(pid: number | undefined): { cpuMs: number; memoryMb: number } {
  try {
    const about = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'latin1')
    // The second field, a name in brackets, may hold anything; the fourteenth and fifteenth are user and system time.
    const [user, system] = about('stat').replace(/.*\)/s, '').split(' ').slice(12, 14).map(Number)
    const kilobytes = /VmRSS:\s+(\d+)/.exec(about('status'))?.[1]
    return { cpuMs: ((user ?? 0) + (system ?? 0)) * msPerTick, memoryMb: Number(kilobytes ?? 0) / 1024 }
  } catch {
    return { cpuMs: 0, memoryMb: 0 }
  }
}
