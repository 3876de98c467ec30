// @module-tag long
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { day, minutes, seconds } from '@lacre/letter/days.ts'
import { findFonts } from './fonts.ts'
import { createTypesetter, type TypesetterOptions } from './pool.ts'
import { letterOf, paragraph, paragraphs } from './testing/letters.ts'
import type { Turn, Typesetter } from './typesetter.ts'

/** A good letter on a loaded machine meets no limit but the one under test. */
const unhurried = { timeLimitMs: minutes(2), cpuLimitMs: minutes(2) }
const open: Typesetter[] = []
afterEach(() => Promise.all(open.splice(0).map((typesetter) => typesetter.close())))
function start(options: TypesetterOptions) {
  const typesetter = createTypesetter({ ...unhurried, ...options })
  open.push(typesetter)
  return typesetter
}
const troubled = { program: new URL('testing/troubled-child.ts', import.meta.url), size: 1 }
const good = letterOf(paragraphs(1))
const later: Turn = {
  network: '192.0.2.1',
  isLater: () => true,
  worked: () => undefined,
  isSpent: () => false,
}
const bad = (trouble: string) => letterOf(paragraphs(1), { dateLine: trouble })

// design/load.md#killable-typesetters
test.each([
  ['hang', { cpuLimitMs: 4000 }, 'too-complex'],
  ['crash', {}, 'unavailable'],
  ['eat memory', { memoryLimitMb: 300 }, 'unavailable'],
])('a letter that makes its child %s costs only itself (%j: %s)', async (trouble, limits, refused) => {
  const typesetter = start({ ...troubled, ...limits })
  const letters = [good, bad(trouble), good, good].map((letter) => typesetter.set(letter))
  const [before, lost, ...after] = await Promise.all(letters)
  expect(before).toMatchObject({ pages: 1 })
  expect(lost).toEqual({ refused })
  expect(after).toEqual([before, before])
})

test('a letter that takes ten seconds is lost, and the next one is set', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const typesetter = start({ ...troubled, timeLimitMs: seconds(10) })
  const [before, lost, after] = [good, bad('hang'), good].map((letter) => typesetter.set(letter))
  expect(await before).toMatchObject({ pages: 1 })
  await new Promise(setImmediate) // the next one has begun
  vi.advanceTimersByTime(seconds(10))
  expect(await lost).toEqual({ refused: 'unavailable' })
  expect(await after).toEqual(await before)
})

test('a picture that takes too much time is named by its number, as a letter and as a preview', async () => {
  const program = new URL('testing/child-stuck-at-picture.ts', import.meta.url)
  const typesetter = start({ program, size: 1, cpuLimitMs: 500 })
  const task = {
    body: new Uint8Array(),
    day: day('2026-11-21'),
    closed: [],
    publicUrl: 'https://lacre.example/',
  }
  const problem = expect.objectContaining({ code: 'picture-unreadable', picture: 2 }) as unknown
  expect(await typesetter.prepare({ ...task, sheetCode: '', ahead: 0 })).toEqual({ problem })
  expect(await typesetter.preview(task)).toEqual({ paper: null, problems: [problem] })
})

test('the queue is bounded: what does not fit is refused at once, what waits is set', async () => {
  const typesetter = start({ size: 1, queueLimit: 2 })
  const answers = await Promise.all(Array.from({ length: 4 }, () => typesetter.set(good)))
  expect(answers.map((answer) => ('refused' in answer ? answer.refused : answer.pages))).toEqual([
    1,
    1,
    'unavailable',
    'unavailable',
  ])
})

test('children that cannot start refuse what waits, or letters would wait for ever', async () => {
  const typesetter = start({ program: new URL('testing/child-that-cannot-start.ts', import.meta.url) })
  expect(await typesetter.set(good)).toEqual({ refused: 'unavailable' })
})

// A signal to the whole group reaches a child that cannot ignore it yet.
test('what waits while a child is killed at its start is done by the next one', async () => {
  const typesetter = start({ size: 1 })
  const child = execFileSync('pgrep', ['-n', '-P', String(process.pid)]).toString()
  const set = typesetter.set(good)
  process.kill(Number(child), 'SIGTERM')
  expect(await set).toHaveProperty('pdf')
})

test('a missing font is an error of ours, not a letter without its text', async () => {
  const typesetter = start({ size: 1, fonts: findFonts().filter(({ family }) => family !== 'Arimo') })
  await expect(typesetter.set(letterOf([paragraph('Hola')]))).rejects.toThrow('unknown font family: arimo')
})

test('a picture without bytes is an error: leaving it out would print another letter', async () => {
  const typesetter = start({ size: 1 })
  const letter = letterOf([{ type: 'paragraph', runs: [{ picture: 'secret.example/a.png' }] }])
  const failure = await typesetter.set(letter).catch((error: Error) => error)
  expect(failure).toMatchObject({ message: 'The typesetter is broken: Error.' })
  // Where it happened is kept, what was said there is not.
  expect(failure).toHaveProperty('stack', expect.stringMatching(/^\s+at .*typesetting\/tree\.ts/))
  expect(JSON.stringify(failure, ['message', 'code', 'stack'])).not.toContain('secret')
})

test.each([
  ['gives way to the server and to trusted senders', 2, 5],
  ['does not, where it is the only one', 1, 0],
])('a child that takes what can wait %s (design/load.md#payers-first)', async (_, size, niceness) => {
  const program = new URL('testing/child-with-niceness.ts', import.meta.url)
  // Nothing gives way further than the lowest, not even to a run that itself gives way.
  const given = Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness)
  expect(await start({ program, size }).normalise({ bytes: new Uint8Array() }, later)).toEqual({
    refused: String(given),
  })
})

// design/load.md#payers-first
test('the child for trusted senders starts with the first request, and ends when idle', async () => {
  const program = new URL('testing/child-with-niceness.ts', import.meta.url)
  const children = () =>
    execFileSync('pgrep', ['-c', '-P', String(process.pid), '-f', program.pathname])
      .toString()
      .trim()
  const typesetter = start({ program, size: 2, keptMs: 500 })
  const afterPreview = () => typesetter.normalise({ bytes: new Uint8Array() }, later).then(children)
  await expect.poll(children).toBe('1')
  for (const _ of ['once', 'again']) {
    // One that comes in the moment in which the child of before is still put away does not bring another.
    await expect.poll(afterPreview).toBe('2')
    await expect.poll(children).toBe('1')
  }
})

test('networks with waiting work take turns (design/load.md#payers-first)', async () => {
  const typesetter = start({ size: 1 })
  const done: string[] = []
  const read = (network: string) =>
    typesetter.normalise({ bytes: new Uint8Array() }, { ...later, network }).then(() => done.push(network))
  await Promise.all(['flood', 'flood', 'flood', 'other'].map(read))
  expect(done).toEqual(['flood', 'other', 'flood', 'flood'])
})

test('closing ends the children, answers what waits and leaves nothing on the disk', async () => {
  // Others make theirs in the common one meanwhile.
  const own = mkdtempSync(join(tmpdir(), 'lacre-own-'))
  vi.stubEnv('TMPDIR', own)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(own, { recursive: true })
  })
  const typesetter = createTypesetter({ ...troubled, size: 2 })
  expect(readdirSync(own)).toEqual([expect.stringMatching(/^lacre-typesetting-/)])
  const waiting = [bad('hang'), bad('hang'), good].map((letter) => typesetter.set(letter))
  await typesetter.close()
  for (const answer of await Promise.all([...waiting, typesetter.set(good)]))
    expect(answer).toEqual({ refused: 'unavailable' })
  expect(readdirSync(own)).toEqual([])
})
