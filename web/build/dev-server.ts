import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { places } from './places.ts'

/** Several files are often saved at once. */
const settleMs = 30

/**
 * Runs `server/main.ts` as a child process and restarts it. `node --watch` does not know the template and the schema,
 * and its messages collide with the IPC channel of the typesetters.
 */
export function startServer(settings: Record<string, string>) {
  const environment = {
    ...process.env,
    // Compile cache: halves the time of a restart.
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
  let answered = answering(child)

  /** Until it answers or exits. After an exit the terminal shows the error, and the next change tries again. */
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
    /** Resolves once the server answers; calls wait for it. */
    ready: () => answered,
    restart() {
      const change = ++changes
      answered = answered.then(() => startAnew(change))
      return answered
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
