import { spawnSync } from 'node:child_process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { startChild } from './child-process.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function start<Task, Answer>(program: string) {
  const child = startChild<Task, Answer>(new URL(`testing/${program}`, import.meta.url), {
    args: [],
    execArgv: [],
    limits: { startMs: 30_000, taskMs: 30_000, memoryMb: 500 },
  })
  onTestFinished(() => child.kill())
  return child
}

// design/load.md#killable-typesetters: it lives for weeks, and its answers are letters.
test('a child’s answer is kept by the caller alone', async () => {
  const child = start<Uint8Array, Uint8Array>('echoing-child.ts')
  const answers: WeakRef<object>[] = []
  for (let asked = 0; asked < 8; asked++) answers.push(new WeakRef(await child.ask(new Uint8Array(1000))))
  await expect
    .poll(() => {
      collect()
      return answers.filter((answer) => answer.deref()).length
    })
    .toBeLessThanOrEqual(1)
})

// Ctrl+C and a stop of the process group reach the child, too: the letter in hand is still answered.
test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s is for the server alone: a child ends its task',
  async (signal) => {
    expect(await start<NodeJS.Signals, string>('signalled-child.ts').ask(signal)).toBe(signal)
  },
)

// Its worker starts another instead of waiting for ever.
test('a child that could not be started is dead', () => {
  const program = new URL('testing/without-descriptors.ts', import.meta.url).pathname
  const { stdout } = spawnSync('sh', ['-c', 'ulimit -n 64; exec "$0" "$1"', process.execPath, program])
  expect(JSON.parse(stdout.toString() || 'null')).toEqual({
    started: false,
    alive: false,
    answer: { died: expect.stringMatching(/^exit -/) as string, step: 0 },
  })
})
