import { expect, test } from 'vitest'
import { semaphore, TooBusy } from './semaphore.ts'

/** An action that ends when it is told. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: resolve, action: () => promise }
}
const settled = () => new Promise(setImmediate)

test('two run, the third waits for its turn, the fourth is turned away', async () => {
  const inTurn = semaphore(2, 1)
  const started: string[] = []
  const gates = { a: gate(), b: gate(), c: gate() }
  const run = (name: keyof typeof gates) => inTurn(() => (started.push(name), gates[name].action()))
  const [a, b, c] = [run('a'), run('b'), run('c')]
  await settled()
  expect(started).toEqual(['a', 'b'])
  await expect(inTurn(() => Promise.resolve())).rejects.toThrow(TooBusy)

  gates.b.open()
  await settled()
  expect(started).toEqual(['a', 'b', 'c'])
  gates.a.open()
  gates.c.open()
  await Promise.all([a, b, c])
})

test('an action that fails gives its turn on', async () => {
  const inTurn = semaphore(1, 5)
  const failing = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(() => Promise.resolve('yes'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await inTurn(() => Promise.resolve('again'))).toBe('again')
})
