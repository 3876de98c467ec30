import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { places } from './places.ts'

/** Several files are often saved at once. */
const settleMs = 30

/**
 * `server/main.ts` as a process that is started anew. Not by `node --watch`: that knows neither the letter's template
 * nor the schema, and speaks on the channel of the typesetters' processes.
 */
export function startServer(settings: Record<string, string>) {
  const environment = {
    ...process.env,
    // Compiled sources are kept: the server is there again in half the time.
    NODE_COMPILE_CACHE: `${places.repository}/node_modules/.cache/node`,
    ...settings,
  }
  const start = () =>
    spawn(process.execPath, ['server/main.ts'], {
      cwd: places.repository,
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  let child = start()
  let changes = 0
  let atWork = answering(child)

  /** Until it answers, or ended: then what is wrong stands in the terminal, and the next change tries again. */
  async function answering(started: ChildProcess) {
    while (isRunning(started) && !(await answers(`http://localhost:${settings.PORT}/readyz`))) await pause(20)
  }

  async function startAnew(change: number) {
    await pause(settleMs)
    if (change !== changes) return
    await end(child)
    child = start()
    await answering(child)
  }
  return {
    /** A call that comes while the server is started waits for it. */
    ready: () => atWork,
    restart() {
      const change = ++changes
      atWork = atWork.then(() => startAnew(change))
      return atWork
    },
    stop: () => end(child),
  }
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

async function end(child: ChildProcess) {
  if (!isRunning(child)) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

const answers = (address: string) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )
