import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Excess } from '@lacre/letter/content/reading/grow-tree.ts'
import { minutes, seconds } from '@lacre/letter/days.ts'
import { errorOf, type Failed } from './answer-tasks.ts'
import { type ChildLimits, type Died, type KillableChild, startChild } from './child-process.ts'
import { findFonts, type Font } from './fonts.ts'
import { createQueue, isTooComplex } from './queue.ts'
import type {
  InvoiceToSet,
  LetterToSet,
  NormalPicture,
  RawPicture,
  ReadBody,
  ReadLetter,
  SetLetter,
  Turn,
  TypesetRefusal,
  Typesetter,
  Unreadable,
} from './typesetter.ts'

export type TypesetterOptions = {
  /** How many letters are set at the same time. */
  size?: number
  /** A child that takes longer over one letter or picture is killed. */
  timeLimitMs?: number
  /** So is one that works longer: what takes so much processor time is no letter (design.md#read-in-children). */
  cpuLimitMs?: number
  /** A child that holds more is killed, also in the midst of a letter. */
  memoryLimitMb?: number
  /** Letters that may wait; one more is refused. */
  queueLimit?: number
  /** The child that is kept for trusted senders ends when it had nothing to do for so long; the next job starts it again. */
  keptMs?: number
  fonts?: Font[]
  /** The child's program: a test gives one that crashes. */
  program?: URL
}

type Outcome = Answer | Failed | Died
type Asked = { task: Task; writer?: string; turn?: Turn | undefined }
type Job = Asked & { later: boolean; network: string | undefined; settle(outcome: Outcome | undefined): void }

const pauseAfterBadStart = seconds(1 / 2)
/** Between two letters a child this near to its limit is replaced, so that no letter has to die for it. */
const nearLimit = 0.7
const writersRemembered = 8
/** A child that takes what can wait leaves the processor to the server and to trusted senders (design.md#payers-first). */
const givesWay = 10

/**
 * Starts the children. Everything that may hang, crash or eat memory happens in them, so it costs one letter
 * (design.md#killable-typesetters).
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
  const limits = { startMs: seconds(20), taskMs: timeLimitMs, cpuMs: cpuLimitMs, memoryMb: memoryLimitMb }
  const workspace = mkdtempSync(join(tmpdir(), 'lacre-typesetting-'))
  chmodSync(workspace, 0o755) // the children run as somebody else and find no secret in it
  // An empty list of folders would mean the usual ones.
  writeFileSync(
    join(workspace, 'no-system-fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig><dir>${workspace}</dir></fontconfig>`,
  )
  const queue = createQueue<Job>(queueLimit)
  const children = new Set<Child>()
  const closing = new AbortController()
  const { signal } = closing

  /** One place in the pool: a child, and after its death another. At rest the one kept for trusted senders has none. */
  async function keepWorker(takesLater: boolean, niceness: number) {
    let badStarts = 0
    while (!signal.aborted) {
      if (!takesLater) await queue.untilAsked()
      if (signal.aborted) return
      const child = startTypesetter(program, workspace, fonts, { limits, niceness })
      children.add(child)
      const started = await child.started
      if (started) await serve(child, takesLater)
      await child.kill()
      children.delete(child)
      badStarts = started ? 0 : badStarts + 1
      if (started) continue
      // The first may have met a signal that the server got with its whole group.
      if (badStarts > 1 && children.size === 0) refuseWaiting()
      await pause(pauseAfterBadStart, undefined, { signal }).catch(() => undefined)
    }
  }

  async function serve(child: Child, takesLater: boolean) {
    const writers: (string | undefined)[] = []
    const suits = ({ writer }: Job) => writer !== undefined && writers.includes(writer)
    while (!signal.aborted && child.alive()) {
      const job = await queue.next({ takesLater, suits }, takesLater ? undefined : keptMs)
      if (!job) return
      if (!child.alive()) return queue.requeue(job)
      writers.unshift(job.writer)
      writers.splice(writersRemembered)
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

  async function ask<Wanted, Excessive>(
    asked: Asked,
    tooMuch: Excessive,
  ): Promise<Wanted | { refused: Excessive | 'unavailable' }> {
    const answer = await new Promise<Outcome | undefined>((settle) => {
      const { turn } = asked
      if (signal.aborted || turn?.isSpent()) return settle(undefined)
      const job = { ...asked, later: turn?.isLater() ?? false, network: turn?.network, settle }
      queue.add(job)?.settle(undefined)
    })
    if (answer === undefined) return { refused: 'unavailable' }
    if ('died' in answer) return { refused: answer.died === 'cpu' ? tooMuch : 'unavailable' }
    if ('broken' in answer) throw new Error(`The typesetter is broken: ${answer.broken}.`)
    if ('failed' in answer) throw errorOf(answer, `The typesetter is broken: ${answer.failed.name}.`)
    return answer as Wanted
  }

  // The first of several is never busy with anything that can wait: trusted senders find it free (design.md#payers-first).
  const workers = Array.from({ length: size }, (_, at) =>
    at === 0 ? keepWorker(size === 1, 0) : keepWorker(true, givesWay),
  )
  return {
    read: (html, turn) =>
      ask<ReadLetter | { refused: Excess }, Excess>({ task: { html }, turn }, 'too-much-markup'),
    readBody: (json, turn) =>
      ask<ReadBody | Unreadable | { refused: Excess }, Excess>(
        { task: { body: json }, turn },
        'too-much-markup',
      ),
    clean: (html) => ask<{ clean: string }, Excess>({ task: { unclean: html } }, 'too-much-markup'),
    async set(letter, turn) {
      if (isTooComplex(letter.content)) return { refused: 'too-complex' }
      const asked = { task: { letter }, writer: writerOf(letter), turn }
      const answer: SetLetter | TypesetRefusal = await ask(asked, 'too-complex' as const)
      return 'pdf' in answer ? { ...answer, pdf: Buffer.from(answer.pdf) } : answer
    },
    unprintable: (text) =>
      ask<{ characters: string[] }, 'unavailable'>({ task: { unchecked: text } }, 'unavailable'),
    async setInvoice(invoice) {
      const answer = await ask<{ pdf: Buffer }, 'unavailable'>({ task: { invoice } }, 'unavailable')
      return 'pdf' in answer ? { pdf: Buffer.from(answer.pdf) } : answer
    },
    async normalise(picture, turn) {
      const asked = { task: { picture }, turn }
      const answer = await ask<NormalPicture, 'picture-unreadable'>(asked, 'picture-unreadable')
      return 'bytes' in answer ? { ...answer, bytes: Buffer.from(answer.bytes) } : answer
    },
    async close() {
      closing.abort()
      refuseWaiting()
      await Promise.all([...children].map((child) => child.kill()))
      await Promise.all(workers)
      rmSync(workspace, { recursive: true, force: true })
    },
  }
}

/** Whoever previews a letter sets it again at each pause: the child that did so last still knows its paragraphs. */
const writerOf = (letter: LetterToSet) => [...letter.sender, ...letter.recipient].join('\n')

export type Task =
  | { html: string }
  | { body: Uint8Array }
  | { unclean: string }
  | { letter: LetterToSet }
  | { invoice: InvoiceToSet }
  | { unchecked: string }
  | { picture: RawPicture }
/** `broken`: a mistake of ours in template or fonts, said without a word of the letter. */
export type Answer =
  | ReadLetter
  | ReadBody
  | { clean: string }
  | Unreadable
  | { refused: Excess }
  | SetLetter
  | { pdf: Buffer }
  | { characters: string[] }
  | TypesetRefusal
  | NormalPicture
  | { refused: 'picture-unreadable' }
  | { broken: string }
type Child = KillableChild<Task, Answer>

const startTypesetter = (
  program: URL,
  workspace: string,
  fonts: Font[],
  { limits, niceness }: { limits: ChildLimits; niceness: number },
): Child =>
  startChild(program, {
    reads: [workspace],
    args: [workspace, JSON.stringify(fonts)],
    execArgv: ['--expose-gc', '--max-old-space-size=256'],
    // The configuration hides the system's fonts (Linux).
    env: { FONTCONFIG_FILE: join(workspace, 'no-system-fonts.conf') },
    limits,
    niceness,
  })
