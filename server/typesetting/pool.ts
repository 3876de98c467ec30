import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { minutes, seconds } from '@lacre/letter/days.ts'
import { errorOf, type Failed } from './answer-tasks.ts'
import { type Died, type KillableChild, startChild } from './child-process.ts'
import { findFonts, type Font } from './fonts.ts'
import { pictureProblem, tooComplex } from './problems.ts'
import { createQueue } from './queue.ts'
import type {
  InvoiceToSet,
  LetterTask,
  LetterToSet,
  PrintTask,
  RawPicture,
  Turn,
  Typesetter,
} from './typesetter.ts'

export type TypesetterOptions = {
  /** The number of letters typeset at the same time. */
  size?: number
  /** Per step: a letter's text, its typesetting, one picture. Then the child is killed. */
  timeLimitMs?: number
  /** CPU time per step, beyond which it is no letter (design/load.md#read-in-children). */
  cpuLimitMs?: number
  /** A child with more memory is killed, even during a letter. */
  memoryLimitMb?: number
  /** The number of letters that may wait; more are refused. */
  queueLimit?: number
  /** Idle time after which the child kept for trusted senders ends; the next job starts it again. */
  keptMs?: number
  fonts?: Font[]
  /** The child's program; tests pass one that crashes. */
  program?: URL
}

/** A task for a child: one of these. */
export type Task = {
  prepare?: PrintTask
  preview?: LetterTask
  unclean?: string
  picture?: RawPicture
  unchecked?: string
  invoice?: InvoiceToSet
  letter?: LetterToSet
}
type Answers = {
  [Method in Exclude<keyof Typesetter, 'close'>]: Exclude<
    Awaited<ReturnType<Typesetter[Method]>>,
    { refused: 'unavailable' }
  >
}
/** `broken`: our mistake in template or fonts, without a word of the letter. */
export type Answer = Answers[keyof Answers] | { broken: string }
type Child = KillableChild<Task, Answer>

type Outcome = Answer | Failed | Died
type Job = {
  task: Task
  turn: Turn | undefined
  later: boolean
  network: string | undefined
  settle(outcome: Outcome | undefined): void
}

const pauseAfterBadStart = seconds(1 / 2)
/** Between letters, a child this near its memory limit is replaced, so that no letter is lost to it. */
const nearLimit = 0.7
/** A child for untrusted work leaves the processor to the server and trusted senders (design/load.md#payers-first). */
const givesWay = 5

/**
 * Starts the children. Whatever may hang, crash or use too much memory runs in them, and costs one letter
 * (design/load.md#killable-typesetters).
 * @throws when a font is not installed.
 */
export function createTypesetter(options: TypesetterOptions = {}): Typesetter {
  const {
    size = 2,
    timeLimitMs = seconds(10),
    cpuLimitMs = seconds(4),
    memoryLimitMb = 600,
    queueLimit = 100,
    keptMs = minutes(10),
    fonts = findFonts(),
  } = options
  const program = options.program ?? new URL('child.ts', import.meta.url)
  const workspace = mkdtempSync(join(tmpdir(), 'lacre-typesetting-'))
  chmodSync(workspace, 0o755) // the children run as another user, and the folder holds no secret
  // An empty list of folders would mean the default ones.
  writeFileSync(
    join(workspace, 'no-system-fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig><dir>${workspace}</dir></fontconfig>`,
  )
  const startTypesetter = (niceness: number): Child =>
    startChild(program, {
      reads: [workspace],
      args: [workspace, JSON.stringify(fonts)],
      execArgv: ['--expose-gc', '--max-old-space-size=256'],
      // This configuration hides the system's fonts (Linux).
      env: { FONTCONFIG_FILE: join(workspace, 'no-system-fonts.conf') },
      limits: { startMs: seconds(20), taskMs: timeLimitMs, cpuMs: cpuLimitMs, memoryMb: memoryLimitMb },
      niceness,
    })
  const queue = createQueue<Job>(queueLimit)
  const children = new Set<Child>()
  const closing = new AbortController()
  const { signal } = closing

  /** Keeps one child running, and replaces it when it dies. The one for trusted senders does not run while idle. */
  async function keepWorker(takesLater: boolean, niceness: number) {
    let badStarts = 0
    while (!signal.aborted) {
      if (!takesLater) await queue.untilAsked()
      if (signal.aborted) return
      const child = startTypesetter(niceness)
      children.add(child)
      const started = await child.started
      if (started) await serve(child, takesLater)
      await child.kill()
      children.delete(child)
      badStarts = started ? 0 : badStarts + 1
      if (started) continue
      // The first may have been hit by a signal to the server's group.
      if (badStarts > 1 && children.size === 0) refuseWaiting()
      await pause(pauseAfterBadStart, undefined, { signal }).catch(() => undefined)
    }
  }

  async function serve(child: Child, takesLater: boolean) {
    while (!signal.aborted && child.alive()) {
      const job = await queue.next(takesLater, takesLater ? undefined : keptMs)
      if (!job) return
      if (!child.alive()) return queue.requeue(job)
      const start = performance.now()
      const outcome = await child.ask(job.task)
      job.turn?.worked(performance.now() - start)
      job.settle(outcome)
      if (child.memoryMb() > nearLimit * memoryLimitMb) return
    }
  }

  function refuseWaiting() {
    for (const job of queue.empty()) job.settle(undefined)
  }

  /** `overworked`: the answer for a task that used too much CPU time, by its step. */
  async function ask<Method extends keyof Answers>(
    task: Task,
    overworked: (step: number) => Answers[Method] | { refused: 'unavailable' },
    turn?: Turn,
  ): Promise<Answers[Method] | { refused: 'unavailable' }> {
    const answer = await new Promise<Outcome | undefined>((settle) => {
      if (signal.aborted || turn?.isSpent()) return settle(undefined)
      const job = { task, turn, later: turn?.isLater() ?? false, network: turn?.network, settle }
      queue.add(job)?.settle(undefined)
    })
    if (answer === undefined) return { refused: 'unavailable' }
    if ('died' in answer) return answer.died === 'cpu' ? overworked(answer.step) : { refused: 'unavailable' }
    if ('broken' in answer) throw new Error(`The typesetter is broken: ${answer.broken}.`)
    if ('failed' in answer) throw errorOf(answer, `The typesetter is broken: ${answer.failed.name}.`)
    return withBuffers(answer) as Answers[Method]
  }

  // The first of several never takes untrusted work, so that it is free for trusted senders
  // (design/load.md#payers-first).
  const workers = Array.from({ length: size }, (_, at) =>
    at === 0 ? keepWorker(size === 1, 0) : keepWorker(true, givesWay),
  )
  return {
    prepare: (prepare, turn) => ask<'prepare'>({ prepare }, (step) => ({ problem: problemAt(step) }), turn),
    preview: (preview, turn) =>
      ask<'preview'>({ preview }, (step) => ({ paper: null, problems: [problemAt(step)] }), turn),
    clean: (unclean) => ask<'clean'>({ unclean }, () => ({ refused: 'too-much-markup' })),
    set: (letter) => ask<'set'>({ letter }, () => ({ refused: 'too-complex' })),
    unprintable: (unchecked) => ask<'unprintable'>({ unchecked }, () => ({ refused: 'unavailable' })),
    setInvoice: (invoice) => ask<'setInvoice'>({ invoice }, () => ({ refused: 'unavailable' })),
    normalise: (picture, turn) =>
      ask<'normalise'>({ picture }, () => ({ refused: 'picture-unreadable' }), turn),
    async close() {
      closing.abort()
      refuseWaiting()
      await Promise.all([...children].map((child) => child.kill()))
      await Promise.all(workers)
      rmSync(workspace, { recursive: true, force: true })
    },
  }
}

const problemAt = (step: number) => (step ? pictureProblem.unreadable(step) : tooComplex)

/** Bytes arrive as plain arrays. */
function withBuffers<Value extends object>(answer: Value): Value {
  const buffers = Object.entries(answer).flatMap(([name, value]: [string, unknown]) =>
    value instanceof Uint8Array ? [[name, Buffer.from(value.buffer, value.byteOffset, value.length)]] : [],
  )
  return { ...answer, ...(Object.fromEntries(buffers) as object) }
}
