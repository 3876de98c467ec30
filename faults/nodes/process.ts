import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

/** A process of the run that talks: `ask` waits for the next thing it says. */
export type Talker<Told, Says> = {
  tell(told: Told): void
  ask(told: Told): Promise<Says>
  end(): Promise<void>
}

export async function startTalker<Told, Says>(
  program: string,
  args: string[],
): Promise<{ talker: Talker<Told, Says>; first: Says }> {
  const child = fork(join(root, program), args, { cwd: root, execArgv: [], stdio: 'inherit' })
  child.on('error', () => {}) // told something after its end: whoever asks hears of the end
  const next = () =>
    new Promise<Says>((heard, failed) => {
      const onExit = () => failed(new Error(`${program} ended`))
      child.once('exit', onExit)
      child.once('message', (says: Says) => (child.off('exit', onExit), heard(says)))
    })
  const first = await next()
  return {
    first,
    talker: {
      tell: (told) => void child.send(told as object),
      ask: (told) => (child.send(told as object), next()),
      end: () => ended(child, 'SIGTERM'),
    },
  }
}

export async function ended(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  kill(child, signal)
  await gone
}

/** With its whole group where it leads one: a program that watches another dies together with it. */
function kill(child: ChildProcess, signal: NodeJS.Signals) {
  try {
    process.kill(-child.pid!, signal)
  } catch {
    child.kill(signal)
  }
}
