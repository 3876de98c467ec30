import { expect, test } from 'vitest'
import { semaphore } from './passwords.ts'

const networks = Array.from({ length: 10 }, (_, at) => `192.0.2.${at}`)
const settled = () => new Promise(setImmediate)

/** Actions that end when they are told, in the order they started. */
function held(running: number, waiting: number) {
  const limited = semaphore(running, waiting)
  const started: string[] = []
  const ends: (() => void)[] = []
  const run = (name: string, network: string) =>
    limited(() => new Promise<void>((end) => (started.push(name), ends.push(end))), network).then(
      () => 'done',
      (error: { statusCode?: number }) => error.statusCode,
    )
  const end = async () => (ends.shift()?.(), settled())
  const endAll = async () => {
    while (ends.length) await end()
  }
  return { run, started, end, endAll }
}

test('two run, the others wait for one that ends', async () => {
  const { run, started, end, endAll } = held(2, 10)
  const all = ['a', 'b', 'c'].map((name, at) => run(name, networks[at]!))
  await settled()
  expect(started).toEqual(['a', 'b'])
  await end()
  expect(started).toEqual(['a', 'b', 'c'])
  await endAll()
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done'])
})

test('an action that fails lets the next one start', async () => {
  const limited = semaphore(1, 10)
  const failing = limited(() => Promise.reject(new Error('no')), 'a')
  const next = limited(() => Promise.resolve('yes'), 'a')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await limited(() => Promise.resolve('again'), 'a')).toBe('again')
})
