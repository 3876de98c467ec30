import { spawn } from 'node:child_process'
import { nodeArgs, type NodeSettings } from './node.ts'
import { root } from './process.ts'

/** Runs a command of the server, and kills it after `killedAfterMs`. Returns the exit code, or null when it was killed. */
export function runCommand(
  settings: NodeSettings,
  words: string[],
  killedAfterMs?: number,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, nodeArgs('server/command-line.ts', ...words), {
    cwd: root,
    env: { PATH: process.env['PATH'], ...settings },
  })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr.on('data', (text: Buffer) => (output += text.toString()))
  if (killedAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killedAfterMs).unref()
  return new Promise((ended) => child.on('close', (code) => ended({ code, output })))
}
