import { milliseconds, minutes } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { createShares } from './semaphore.ts'

const longWait = minutes(1)
/** Takes a place for each key in turn; `order`: the names in which places were got. */
function openShares(...limits: Parameters<typeof createShares>) {
  const take = createShares(...limits)
  const order: string[] = []
  const free = new Map<string, () => void>()
  const ask = (name: string, key: string) =>
    take(key, 1, longWait).then((release) => {
      order.push(name)
      free.set(name, release!)
    })
  return { take, order, ask, free: (name: string) => free.get(name)!() }
}

test('what waits gets its place in the order in which it came, and no place twice', async () => {
  const { order, ask, free } = openShares({ perKey: 1 })
  const all = ['a1', 'a2', 'a3'].map((name) => ask(name, 'a'))
  for (const [at, got] of all.entries()) {
    await got
    expect(order).toHaveLength(at + 1)
    free(order.at(-1)!)
    free(order.at(-1)!)
  }
  expect(order).toEqual(['a1', 'a2', 'a3'])
})

test('without a place in time there is none, and the key keeps what it has', async () => {
  const { take, ask } = openShares({ perKey: 1 })
  await ask('a1', 'a')
  expect(await take('a', 1, milliseconds(10))).toBeUndefined()
  expect(await take('b', 1, milliseconds(10))).toBeTypeOf('function')
})

// design/load.md#payers-first
test('a free place goes to the network with the fewest, not to the first in line', async () => {
  const { order, ask, free } = openShares({ total: 3, perKey: 2 })
  await Promise.all([ask('a1', '192.0.2.1'), ask('a2', '192.0.2.1'), ask('b1', '192.0.2.2')])
  const late = [ask('b2', '192.0.2.2'), ask('c1', '192.0.2.3')]
  free('a1')
  await late[1]
  expect(order.slice(3)).toEqual(['c1'])
})

// design/load.md#networks
test('all networks of one IPv6 site have half of all places', async () => {
  const { take, ask } = openShares({ total: 4, perKey: 2 })
  await Promise.all([ask('x1', '2001:db8:1:1'), ask('y1', '2001:db8:1:2')])
  expect(await take('2001:db8:1:3', 1, milliseconds(10))).toBeUndefined()
  expect(await take('2001:db8:2:1', 1, milliseconds(10))).toBeTypeOf('function')
})
