import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

/** A stand-in process; `ask` waits for its next reply. */
export type StandIn<Command, Reply> = {
  send(command: Command): void
  ask(command: Command): Promise<Reply>
  end(): Promise<void>
}

export async function startStandIn<Command, Reply>(
  program: string,
  args: string[],
): Promise<{ standIn: StandIn<Command, Reply>; first: Reply }> {
  const child = fork(join(root, program), args, { cwd: root, execArgv: [], stdio: 'inherit' })
  child.on('error', () => {}) // a send after its end fails; `ask` reports the end
  const next = () =>
    new Promise<Reply>((heard, failed) => {
      const onExit = () => failed(new Error(`${program} ended`))
      child.once('exit', onExit)
      child.once('message', (reply: Reply) => (child.off('exit', onExit), heard(reply)))
    })
  const first = await next()
  return {
    first,
    standIn: {
      send: (command) => void child.send(command as object),
      ask: (command) => (child.send(command as object), next()),
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

/** Kills the whole process group, if it leads one: strace dies together with its program. */
function kill(child: ChildProcess, signal: NodeJS.Signals) {
  try {
    process.kill(-child.pid!, signal)
  } catch {
    child.kill(signal)
  }
}
