import { errorOf, type Failed } from '../typesetting/answer-tasks.ts'
import { startChild } from '../typesetting/child-process.ts'

/** The child's tasks and answers. */
export type MergeTask = { add: LetterToMerge[] } | 'save'
export type MergeAnswer = { added: (Failed | undefined)[] } | { pdf: Uint8Array }

/** For one file of any size: 500 letters take some three seconds. */
const limits = { wholeMs: 120_000, memoryMb: 1500 }
/** Most of what is read is garbage at once; a small young heap doubles the time. */
const execArgv = ['--max-old-space-size=512', '--max-semi-space-size=64']
const program = new URL('merge-child.ts', import.meta.url)

/** Merges one file at a time in a child process, so that a crash, a hang or too much memory costs only that file. */
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

/** A paid letter's PDF, and its number of pages. */
export type LetterToMerge = { pdf: Uint8Array; pages: number }
/** Why a letter is not in the file; undefined when it is. */
export type Added = Error | undefined

export type Merger = {
  /** Copies the finished pages. Answers for each letter, in order. */
  add(letters: LetterToMerge[]): Promise<Added[]>
  /** Equal letters in equal order give equal bytes. */
  save(): Promise<Buffer>
  /** Call it also after a failure. */
  close(): Promise<void>
}
/** `title` and `date` are written into the file; nothing else in it depends on the time. */
export type OpenMerger = (title: string, date: Date) => Promise<Merger>

/** Merging itself failed, with `code` as the reason. It says nothing against any letter. */
export class MergingFailed extends Error {
  override name = 'MergingFailed'
  readonly code: string

  constructor(code: string) {
    super(`the merging came to an end: ${code}`)
    this.code = code
  }
}
