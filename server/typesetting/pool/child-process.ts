import { fork } from 'node:child_process'
import { join } from 'node:path'
import { memoryOf } from '../../children/memory-of.ts'
import type { Font } from '../fonts.ts'
import type { LetterToSet, NormalPicture, SetLetter, TypesetRefusal } from '../typesetter.ts'

export type Task = { letter: LetterToSet } | { picture: Buffer }
/** `broken`: a mistake of ours in template or fonts, told without a word of the letter. */
export type Answer =
  SetLetter | TypesetRefusal | NormalPicture | { refused: 'picture-unreadable' } | { broken: string }

export type ChildLimits = { startMs: number; taskMs: number; memoryMb: number }
const memoryEveryMs = 50

/** A process that does one task at a time and can be killed in the midst of it, which nothing else can (no thread can). */
export type Child = {
  /** False when it died before it could take work. */
  started: Promise<boolean>
  alive(): boolean
  /** Undefined: it died over the task, of itself or by a limit. */
  ask(task: Task): Promise<Answer | undefined>
  memoryMb(): number
  /** Resolves when the process is gone. */
  kill(): Promise<void>
}

export function startChild(program: URL, workspace: string, fonts: Font[], limits: ChildLimits): Child {
  const child = fork(program, [workspace, JSON.stringify(fonts)], {
    execArgv: ['--expose-gc', '--max-old-space-size=256'],
    serialization: 'advanced',
    // Nothing of the server's environment, which holds keys. The configuration hides the system's fonts (Linux).
    env: { MALLOC_ARENA_MAX: '2', FONTCONFIG_FILE: join(workspace, 'no-system-fonts.conf') },
    // A panic's message may quote the letter.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let alive = true
  let nextId = 0
  const kill = () => child.kill('SIGKILL')
  const gone = new Promise<void>((resolve) => {
    child.on('exit', () => {
      alive = false
      resolve()
    })
  })
  // Sending to a process that has just died: 'exit' says the rest. Unheard, it would end the server.
  child.on('error', kill)

  const slow = setTimeout(kill, limits.startMs)
  const ready = new Promise<boolean>((resolve) => child.once('message', () => resolve(true)))
  const started = Promise.race([ready, gone.then(() => false)])
  void started.then(() => clearTimeout(slow))

  const memoryMb = () => memoryOf(child.pid)

  async function ask(task: Task): Promise<Answer | undefined> {
    const id = ++nextId
    const late = setTimeout(kill, limits.taskMs)
    const greedy = setInterval(() => memoryMb() > limits.memoryMb && kill(), memoryEveryMs)
    const answered = new Promise<Answer>((resolve) => {
      const listen = (reply: { id: number; answer: Answer }) => {
        if (reply.id !== id) return
        child.off('message', listen)
        resolve(reply.answer)
      }
      child.on('message', listen)
    })
    try {
      child.send({ id, task })
      return await Promise.race([answered, gone.then(() => undefined)])
    } finally {
      clearTimeout(late)
      clearInterval(greedy)
    }
  }

  return { started, alive: () => alive, ask, memoryMb, kill: () => (kill(), gone) }
}
