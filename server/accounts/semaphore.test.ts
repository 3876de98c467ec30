import { expect, test } from 'vitest'
import { semaphore } from './passwords.ts'

const networks = Array.from({ length: 10 }, (_, at) => `192.0.2.${at}`)
const sites = (count: number) => Array.from({ length: count }, (_, at) => `2001:db8:1:${at}`)
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

// design/accounts.md#password-queue
test('a network has a tenth of the places; whoever comes from another one is next', async () => {
  const { run, started, endAll } = held(1, 20)
  const flood = ['running', 'a1', 'a2', 'a3'].map((name) => run(name, networks[0]!))
  const owner = run('owner', networks[1]!)
  await endAll()
  expect(await Promise.all(flood)).toEqual(['done', 'done', 'done', 503])
  expect(await owner).toBe('done')
  expect(started).toEqual(['running', 'a1', 'owner', 'a2'])
})

test('where all places are taken the network that has most of them makes room', async () => {
  const { run, started, endAll } = held(1, 20)
  const flood = networks.flatMap((network) => ['1', '2', '3'].map((name) => run(name, network)))
  const owner = run('owner', '198.51.100.1')
  await endAll()
  expect(await owner).toBe('done')
  expect(started.indexOf('owner')).toBeLessThanOrEqual(1 + networks.length)
  expect((await Promise.all(flood)).filter((outcome) => outcome === 503)).toHaveLength(10)
})

// design/load.md#networks
test('the networks of one site have one turn, and make room for every other', async () => {
  const { run, started, endAll } = held(1, 10)
  const site = sites(12).map((network) => run('site', network))
  const others = networks.slice(0, 3).map((network) => run('other', network))
  await endAll()
  expect(await Promise.all(others)).toEqual(['done', 'done', 'done'])
  expect(started.slice(0, 5)).toEqual(['site', 'site', 'other', 'other', 'other'])
  expect((await Promise.all(site)).filter((outcome) => outcome === 503)).toHaveLength(4)
})
