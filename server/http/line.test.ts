import { expect, test } from 'vitest'
import { createLine } from './line.ts'

/** Three networks of one site; any other letter is a network alone. */
const ofSite: Record<string, string> = { x: '2001:db8:1:1', y: '2001:db8:1:2', z: '2001:db8:1:3' }
const job = (name: string) => ({ name, network: ofSite[name[0]!] ?? name[0]! })
const openLine = (limit: number, names: string[]) => {
  const line = createLine<ReturnType<typeof job>>(limit)
  const refused = names.map((name) => line.push(job(name))?.name)
  const all = () => {
    const left: string[] = []
    for (let next = line.shift(); next; next = line.shift()) left.push(next.name)
    return left
  }
  return { ...line, refused, all }
}

// design/load.md#payers-first
test('networks take turns, however many jobs one of them has waiting', () => {
  const line = openLine(9, ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])
  expect(line.all()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  expect(line.isEmpty()).toBe(true)
})

test('who came back with another job waits behind those who wait already', () => {
  const line = openLine(9, ['a1', 'a2', 'b1'])
  expect(line.shift()?.name).toBe('a1')
  line.push(job('c1'))
  expect(line.all()).toEqual(['b1', 'a2', 'c1'])
})

test('in a full line the last job of who has most waiting gives way; who has as many gets no place', () => {
  const line = openLine(3, ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1', 'b2'])
  expect(line.refused).toEqual([undefined, undefined, undefined, 'a4', 'a3', 'a2', 'd1', 'b2'])
  expect(line.all()).toEqual(['a1', 'b1', 'c1'])
})

test('a job put back is next, before others of its network', () => {
  const line = openLine(9, ['a1', 'b1', 'b2'])
  line.unshift(job('b0'))
  expect(line.all()).toEqual(['b0', 'a1', 'b1', 'b2'])
})

// design/load.md#networks
test('networks of one site share its turn', () => {
  const line = openLine(9, ['x1', 'y1', 'z1', 'a1', 'x2', 'a2'])
  expect(line.all()).toEqual(['x1', 'a1', 'y1', 'a2', 'z1', 'x2'])
})

test('in a full line the networks of one site give way, however few jobs each of them has', () => {
  const line = openLine(3, ['x1', 'y1', 'z1', 'a1', 'b1', 'c1'])
  expect(line.refused).toEqual([undefined, undefined, undefined, 'z1', 'y1', 'c1'])
})
