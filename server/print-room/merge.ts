import { errorOf, type Failed } from '../typesetting/answer-tasks.ts'
import { startChild } from '../typesetting/child-process.ts'

/** What the child is asked, and what it answers. */
export type MergeTask = { add: LetterToMerge[] } | 'save'
export type MergeAnswer = { added: (Failed | undefined)[] } | { pdf: Uint8Array }

/** For one file, whatever it holds: 500 letters take some three seconds. */
const limits = { wholeMs: 120_000, memoryMb: 1500 }
/** Most of what is read of a letter is thrown away at once: in room for little of it that takes as long again. */
const execArgv = ['--max-old-space-size=512', '--max-semi-space-size=64']
const program = new URL('merge-child.ts', import.meta.url)

/** One file at a time in a child process: a crash, a hang or too much memory costs this file alone. */
export function createMergerApart(limit: typeof limits = limits): OpenMerger {
  let last = Promise.resolve()
  return async (title, date) => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    const before = last
    last = closed
    await before
    return startMerger([title, date.toISOString()], limit, close)
  }
}

function startMerger(args: string[], { wholeMs, memoryMb }: typeof limits, closed: () => void): Merger {
  const child = startChild<MergeTask, MergeAnswer>(program, {
    args,
    execArgv,
    limits: { startMs: wholeMs, taskMs: wholeMs, wholeMs, memoryMb },
  })

  async function ask(task: MergeTask): Promise<MergeAnswer | Failed> {
    const answer = await child.ask(task)
    if ('died' in answer) throw new MergingFailed(answer.died)
    return answer
  }

  return {
    async add(letters) {
      const answer = await ask({ add: letters })
      if (!('added' in answer)) throw new MergingFailed('failed' in answer ? answer.failed.name : 'not added')
      if (answer.added.length !== letters.length) throw new MergingFailed('not all added')
      return answer.added.map((failed) => failed && errorOf(failed, 'not the pages that were paid'))
    },
    async save() {
      const answer = await ask('save')
      if (!('pdf' in answer)) throw new MergingFailed('failed' in answer ? answer.failed.name : 'no file')
      return Buffer.from(answer.pdf)
    },
    async close() {
      await child.kill()
      closed()
    },
  }
}

/** A letter as it was paid, and how many pages were. */
export type LetterToMerge = { pdf: Uint8Array; pages: number }
/** What is wrong with a letter, so that it is not in the file; undefined: it is. */
export type Added = Error | undefined

export type Merger = {
  /** Copies the finished pages of these letters, never sets them again. Answers for each, in their order. */
  add(letters: LetterToMerge[]): Promise<Added[]>
  /** The same letters in the same order give the same bytes. */
  save(): Promise<Buffer>
  /** Whatever became of it. */
  close(): Promise<void>
}
/** `title` and `date` stand in the file; nothing else depends on when it is made. */
export type OpenMerger = (title: string, date: Date) => Promise<Merger>

/** The merging itself came to an end, `code` says why: nothing is known against any of the letters. */
export class MergingFailed extends Error {
  override name = 'MergingFailed'
  readonly code: string

  constructor(code: string) {
    super(`the merging came to an end: ${code}`)
    this.code = code
  }
}
