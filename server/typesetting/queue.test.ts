import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

type Job = { name: string; later: boolean }
const job = (name: string): Job => ({ name, later: false })
const preview = (name: string): Job => ({ name, later: true })
const [any, kept] = [true, false]
const namesOf = async (jobs: Promise<Job | undefined>[]) => (await Promise.all(jobs)).map((one) => one?.name)

test('jobs leave in the order they came', async () => {
  const queue = createQueue<Job>(9)
  queue.add(job('a'))
  queue.add(job('b'))
  expect(await namesOf([queue.next(any), queue.next(any)])).toEqual(['a', 'b'])
})

test('trusted work goes first, and a worker kept for it takes nothing else (design/load.md#payers-first)', async () => {
  const queue = createQueue<Job>(9)
  for (const one of [preview('p'), job('a'), preview('q'), job('b')]) queue.add(one)
  expect(await namesOf([queue.next(kept), queue.next(any), queue.next(any)])).toEqual(['a', 'b', 'p'])
  const waiting = [queue.next(kept), queue.next(any)]
  queue.add(preview('r'))
  queue.add(job('c'))
  expect(await namesOf(waiting)).toEqual(['c', 'q'])
})

test('the worker that was busy last gets the next job: it still knows its paragraphs', async () => {
  const queue = createQueue<Job>(9)
  const waiting = [queue.next(any), queue.next(any), queue.next(kept)]
  queue.add(preview('p'))
  queue.add(job('a'))
  queue.add(job('b'))
  expect(await namesOf(waiting)).toEqual(['b', 'p', 'a'])
})

test('a job put back in the queue goes first; one too many of a kind is not taken', async () => {
  const queue = createQueue<Job>(1)
  expect(['a', 'b'].map((name) => queue.add(preview(name))?.name)).toEqual([undefined, 'b'])
  expect(['a', 'b'].map((name) => queue.add(job(name))?.name)).toEqual([undefined, 'b'])
  queue.requeue(job('x'))
  expect(await namesOf([queue.next(any), queue.next(any), queue.next(any)])).toEqual(['x', 'a', 'a'])
})

test('emptied, it hands out its jobs and answers the waiting workers', async () => {
  const queue = createQueue<Job>(9)
  const waiting = queue.next(any)
  expect(queue.empty()).toEqual([])
  expect(await waiting).toBeUndefined()
  queue.add(job('a'))
  queue.add(preview('p'))
  expect(queue.empty().map(({ name }) => name)).toEqual(['a', 'p'])
})

test('a worker that waits no longer leaves; the next job finds another, or waits', async () => {
  const queue = createQueue<Job>(9)
  const waiting = [queue.next(kept, 1), queue.next(any)]
  expect(await waiting[0]).toBeUndefined()
  queue.add(job('a'))
  expect(await waiting[1]).toEqual(job('a'))
  queue.add(job('b'))
  expect(await queue.next(kept, 1)).toEqual(job('b'))
})

test('it says when a job has come, also one that a worker has taken at once', async () => {
  const queue = createQueue<Job>(9)
  void queue.next(any)
  let isAsked = false
  const asked = queue.untilAsked().then(() => (isAsked = true))
  await new Promise(setImmediate)
  expect(isAsked).toBe(false)
  queue.add(preview('p'))
  await asked
  queue.add(job('a'))
  await queue.untilAsked()
})
