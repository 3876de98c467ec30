import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../web/build/free-port.ts'
import { ended, root } from './process.ts'

const readyWithinMs = 60_000

/** One `node server/main.ts`, which can be killed and restarted. */
export type Node = {
  url: string
  /** `under`: a program that starts it, such as strace. */
  start(extra?: Record<string, string>, under?: string[]): Promise<void>
  kill(signal?: NodeJS.Signals): Promise<void>
  isUp(): boolean
  output(): string
}
export type NodeSettings = Record<string, string>

const preload = join(import.meta.dirname, 'shifted-clock.ts')

/** The memory options of `npm start` and the files of deploy/. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string }
}
const ofServer = scripts.start.match(/(?<= )--\S+/g) ?? []

/** The arguments for a program of the server. */
export const nodeArgs = (program: string, ...args: string[]) => ['--import', preload, program, ...args]

export async function openNode(settings: NodeSettings): Promise<Node> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    PATH: process.env['PATH'],
    LOG_LEVEL: 'error',
    TYPESETTERS: '1',
    ...settings,
    PORT: String(port),
  }
  let child: ChildProcess | undefined
  let output = ''
  process.on('exit', () => child && isUp() && process.kill(-child.pid!, 'SIGKILL'))
  const isUp = () => child !== undefined && child.exitCode === null && child.signalCode === null
  return {
    url,
    isUp,
    output: () => output,
    kill: (signal = 'SIGKILL') => ended(child, signal),
    async start(extra = {}, under = []) {
      const [program, ...args] = [...under, process.execPath, ...ofServer, ...nodeArgs('server/main.ts')]
      const stdio = ['ignore', 'pipe', 'pipe'] as const
      child = spawn(program!, args, {
        cwd: root,
        env: { ...env, ...extra },
        stdio: [...stdio],
        detached: true,
      })
      const keep = (text: Buffer) => (output = (output + text.toString()).slice(-20_000))
      child.stdout?.on('data', keep)
      child.stderr?.on('data', keep)
      for (const began = performance.now(); !(await isReady(url)); await pause(50)) {
        if (!isUp()) return
        if (performance.now() - began > readyWithinMs) throw new Error(`the server does not start: ${output}`)
      }
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}
