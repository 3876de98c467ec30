import { readFileSync } from 'node:fs'

/** Resident memory of a process in MB; 0 where the system has no /proc, and then only a time limit guards. */
export function memoryOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
