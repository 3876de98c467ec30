import { fork } from 'node:child_process'
import { memoryOf } from '../../children/memory-of.ts'
import { MergingFailed, type Merger, type OpenMerger, type PageRange } from './merge-letters.ts'

/** What the child is asked, and what it answers. */
export type MergeTask = { add: Uint8Array; pages: number } | 'save'
export type MergeAnswer = PageRange | { pdf: Uint8Array } | { unreadable: true }

/** For one file, whatever it holds: 500 letters take some three seconds. */
const limits = { wholeMs: 120_000, memoryMb: 1500 }
const memoryEveryMs = 50
const program = new URL('merge-child.ts', import.meta.url)

/**
 * Merges in a process of its own, one file at a time: the server answers others meanwhile, and a crash, a hang or too
 * much memory cost this file alone.
 */
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

function startMerger(words: string[], limit: typeof limits, closed: () => void): Merger {
  const child = fork(program, words, {
    execArgv: ['--max-old-space-size=512'],
    serialization: 'advanced',
    env: { MALLOC_ARENA_MAX: '2' }, // nothing of the server's, which holds keys
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'], // a message may quote a letter
  })
  const kill = () => child.kill('SIGKILL')
  const late = setTimeout(kill, limit.wholeMs)
  const greedy = setInterval(() => memoryOf(child.pid) > limit.memoryMb && kill(), memoryEveryMs)
  const gone = new Promise<undefined>((resolve) => child.once('exit', () => resolve(undefined)))
  child.on('error', kill) // sent to as it died: 'exit' says the rest

  async function ask(task: MergeTask): Promise<MergeAnswer> {
    const answered = new Promise<MergeAnswer>((resolve) => child.once('message', resolve))
    child.send(task, () => {}) // a failure to send shows as its exit
    const answer = await Promise.race([answered, gone])
    if (!answer) throw new MergingFailed('the merging process died')
    return answer
  }

  return {
    async add(pdf, pages) {
      const answer = await ask({ add: pdf, pages })
      if (!('first' in answer)) throw new RangeError('not the pages that were paid')
      return answer
    },
    async save() {
      const answer = await ask('save')
      if (!('pdf' in answer)) throw new MergingFailed('the file could not be written')
      return Buffer.from(answer.pdf)
    },
    async close() {
      kill()
      await gone
      clearTimeout(late)
      clearInterval(greedy)
      closed()
    },
  }
}
