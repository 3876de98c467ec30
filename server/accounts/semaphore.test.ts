import { expect, test } from 'vitest'
import { semaphore } from './passwords.ts'

test('two run, the others wait for one that ends', async () => {
  const limited = semaphore(2, 10)
  const started: string[] = []
  const ends = ['a', 'b', 'c'].map((name) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = limited(() => (started.push(name), promise), `network of ${name}`)
    return () => (resolve(), done)
  })
  await new Promise(setImmediate)
  expect(started).toEqual(['a', 'b'])
  await ends[0]!()
  await new Promise(setImmediate)
  expect(started).toEqual(['a', 'b', 'c'])
  for (const end of ends) await end()
})

test('an action that fails lets the next one start', async () => {
  const limited = semaphore(1, 10)
  const failing = limited(() => Promise.reject(new Error('no')), 'a')
  const next = limited(() => Promise.resolve('yes'), 'a')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await limited(() => Promise.resolve('again'), 'a')).toBe('again')
})
