import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import type { Failed } from './answer-tasks.ts'
import { isolationHere, readingOnly } from './isolation.ts'

/** Why a child ended: a broken limit, a signal or an exit code; and the step of its task. */
export type Died = { died: string; step: number }

/** In milliseconds and MB. `taskMs`, `cpuMs`: per step of a task; `wholeMs`: for all tasks together. */
export type ChildLimits = {
  startMs: number
  taskMs: number
  cpuMs?: number
  wholeMs?: number
  memoryMb: number
}
type Limit = 'time' | 'cpu' | 'memory'

/** A process that does one task at a time and can be killed during it, unlike a thread. */
export type KillableChild<Task, Answer> = {
  /** False when it died before it could take work. */
  started: Promise<boolean>
  alive(): boolean
  ask(task: Task): Promise<Answer | Failed | Died>
  memoryMb(): number
  /** Resolves when the process is gone. */
  kill(): Promise<void>
}

const lookEveryMs = 50
const mostNiceness = 19

/** `reads`: folders it may read besides the program's. */
type ChildOptions = {
  args: string[]
  execArgv: string[]
  reads?: string[]
  env?: Record<string, string>
  /** Its niceness above the server's. */
  niceness?: number
  limits: ChildLimits
}

/** Starts a program that calls `answerTasks`, with all isolation layers available here. */
export function startChild<Task, Answer>(program: URL, options: ChildOptions): KillableChild<Task, Answer> {
  const { limits, reads = [] } = options
  const node = [process.execPath, ...readingOnly(reads), ...options.execArgv]
  const [execPath, ...execArgv] = [...isolationHere().command, ...node]
  const child = fork(program, options.args, {
    execPath,
    execArgv,
    serialization: 'advanced',
    env: { MALLOC_ARENA_MAX: '2', ...options.env }, // nothing of the server's environment, which holds keys
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'], // a message may quote a letter
  })
  if (child.pid && options.niceness)
    setPriority(child.pid, Math.min(mostNiceness, getPriority() + options.niceness))
  let broken: Limit | undefined
  let step = 0
  let begin = () => {}
  /** Ends the current task. Racing each answer with `died` would keep all answers in memory until the child ends. */
  let endTask: ((outcome: Answer | Failed | Died) => void) | undefined
  const { promise: ready, resolve: isReady } = Promise.withResolvers<boolean>()
  child.on('message', (message: { step: number } | { answer: Answer | Failed }) => {
    if ('answer' in message) return endTask?.(message.answer)
    step = message.step
    isReady(true)
    begin()
  })
  const died = new Promise<Died>((resolve) => {
    // Unlike 'exit', 'close' also comes when no process could be started (EAGAIN, EMFILE).
    child.on('close', (code, signal) => {
      const end = { died: broken ?? signal ?? `exit ${code}`, step }
      endTask?.(end)
      resolve(end)
    })
  })
  // Sending to a process that just died: 'close' handles it. Without a listener the server would crash.
  child.on('error', () => child.kill('SIGKILL'))
  const isAlive = () => child.exitCode === null && child.signalCode === null

  function killFor(limit: Limit) {
    broken ??= limit
    child.kill('SIGKILL')
  }
  const after = (ms: number) => setTimeout(killFor, ms, 'time')
  const usage = () => usageOf(child.pid)

  const starting = after(limits.startMs)
  const started = Promise.race([ready, died.then(() => false)])
  void started.then(() => clearTimeout(starting))
  const whole = limits.wholeMs === undefined ? undefined : after(limits.wholeMs)
  void died.then(() => clearTimeout(whole))

  async function ask(task: Task): Promise<Answer | Failed | Died> {
    if (!(await started) || !isAlive()) return died
    const late = after(limits.taskMs)
    let before = usage().cpuMs
    step = 0
    begin = () => {
      late.refresh()
      before = usage().cpuMs
    }
    function look() {
      const { cpuMs, memoryMb } = usage()
      if (memoryMb > limits.memoryMb) killFor('memory')
      else if (limits.cpuMs !== undefined && cpuMs - before > limits.cpuMs) killFor('cpu')
    }
    const watch = setInterval(look, lookEveryMs)
    try {
      look()
      return await new Promise<Answer | Failed | Died>((resolve) => {
        endTask = resolve
        child.send({ task }, () => {}) // 'close' reports undelivered tasks
      })
    } finally {
      endTask = undefined
      begin = () => {}
      clearTimeout(late)
      clearInterval(watch)
    }
  }

  async function kill() {
    child.kill('SIGKILL')
    await died
  }
  return { started, alive: isAlive, ask, memoryMb: () => usage().memoryMb, kill }
}

/** Linux counts processor time in hundredths of a second. */
const msPerTick = 10

/** CPU time and resident memory of a process; 0 without /proc, where only the clock limits it. */
export function usageOf(pid: number | undefined): { cpuMs: number; memoryMb: number } {
  try {
    const about = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'latin1')
    // The second field, a name in parentheses, may contain anything; fields 14 and 15 are user and system time.
    const [user, system] = about('stat').replace(/.*\)/s, '').split(' ').slice(12, 14).map(Number)
    const kilobytes = /VmRSS:\s+(\d+)/.exec(about('status'))?.[1]
    return { cpuMs: ((user ?? 0) + (system ?? 0)) * msPerTick, memoryMb: Number(kilobytes ?? 0) / 1024 }
  } catch {
    return { cpuMs: 0, memoryMb: 0 }
  }
}
