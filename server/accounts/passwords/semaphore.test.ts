import { expect, test } from 'vitest'
import { semaphore, TooBusy } from './semaphore.ts'

/** An action that ends when it is told. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: resolve, action: () => promise }
}
const settled = () => new Promise(setImmediate)

test('two run, the third waits, the fourth is turned away', async () => {
  const limited = semaphore(2, 1)
  const started: string[] = []
  const gates = { a: gate(), b: gate(), c: gate() }
  const run = (name: keyof typeof gates) => limited(() => (started.push(name), gates[name].action()))
  const [a, b, c] = [run('a'), run('b'), run('c')]
  await settled()
  expect(started).toEqual(['a', 'b'])
  await expect(limited(() => Promise.resolve())).rejects.toThrow(TooBusy)

  gates.b.open()
  await settled()
  expect(started).toEqual(['a', 'b', 'c'])
  gates.a.open()
  gates.c.open()
  await Promise.all([a, b, c])
})

test('an action that fails lets the next one start', async () => {
  const limited = semaphore(1, 5)
  const failing = limited(() => Promise.reject(new Error('no')))
  const next = limited(() => Promise.resolve('yes'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await limited(() => Promise.resolve('again'))).toBe('again')
})

// design.md#networks
test('the networks of one site have half of the queue', async () => {
  const limited = semaphore(1, 4)
  const { open, action } = gate()
  const run = (network: string) => limited(action, network)
  const first = [run('192.0.2.1'), run('2001:db8:1:1'), run('2001:db8:1:2')]
  await expect(run('2001:db8:1:3')).rejects.toThrow(TooBusy)
  first.push(run('192.0.2.2'), run('2001:db8:2:1'))
  await expect(run('192.0.2.3')).rejects.toThrow(TooBusy)
  open()
  await Promise.all(first)
  await Promise.all([run('2001:db8:1:1'), run('2001:db8:1:2'), run('2001:db8:1:3')])
})
