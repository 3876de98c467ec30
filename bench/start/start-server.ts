import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const here = join(import.meta.dirname, '..', '..')

export type Started = { child: ChildProcess; end: () => Promise<void> }

/** What `npm start` runs, once it is ready. */
export function startServer(
  dataDir: string,
  port: number,
  settings: Record<string, string> = {},
): Promise<Started> {
  const { scripts } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const env = {
    ...settings,
    PATH: `${join(here, 'node_modules', '.bin')}:${process.env['PATH']}`,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
  }
  return started(spawn('sh', ['-c', scripts.start], { cwd: here, env, stdio: 'inherit' }), port)
}

/** Once it answers `/readyz`. */
export async function started(child: ChildProcess, port: number): Promise<Started> {
  const ended = once(child, 'exit')
  while (!(await fetch(`http://localhost:${port}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('the server does not start')
    await pause(10)
  }
  return {
    child,
    end: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
