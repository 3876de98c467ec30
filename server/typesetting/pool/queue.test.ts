import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

const any = () => false

test('jobs leave in the order they came', async () => {
  const queue = createQueue<string>(9)
  queue.add('a')
  queue.add('b')
  expect([await queue.next(any), await queue.next(any)]).toEqual(['a', 'b'])
})

test('a waiting worker that suits a job gets it before those that waited longer', async () => {
  const queue = createQueue<string>(9)
  const [first, second, third] = [queue.next(any), queue.next((job) => job === 'a'), queue.next(any)]
  for (const job of ['a', 'b', 'c']) queue.add(job)
  expect(await Promise.all([first, second, third])).toEqual(['b', 'a', 'c'])
})

test('a job given back goes first; one too many is not taken', async () => {
  const queue = createQueue<string>(1)
  expect([queue.add('a'), queue.add('b')]).toEqual([true, false])
  queue.giveBack('x')
  expect([await queue.next(any), await queue.next(any)]).toEqual(['x', 'a'])
})

test('emptied, it hands out its jobs and answers the waiting workers', async () => {
  const queue = createQueue<string>(9)
  const waiting = queue.next(any)
  expect(queue.empty()).toEqual([])
  expect(await waiting).toBeUndefined()
  queue.add('a')
  expect(queue.empty()).toEqual(['a'])
})
