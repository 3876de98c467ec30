/**
 * Preloaded into a server's process: its time is the run's, moved by what stands in the file FAULTS_CLOCK, and besides by
 * FAULTS_SKEW milliseconds, as on a machine whose clock is wrong. Timers keep their own time.
 */
import { readFileSync } from 'node:fs'

const file = process.env['FAULTS_CLOCK'] ?? ''
const skew = Number(process.env['FAULTS_SKEW'] ?? 0)
const everyMs = 100
const Real = Date
const realNow = Real.now.bind(Real)

let moved = 0
const read = (): number => Number(readFileSync(file, 'utf8')) + skew
moved = read()
// The file is renamed into place, so there always is a whole one.
setInterval(() => (moved = read()), everyMs).unref()

const now = () => realNow() + moved
globalThis.Date = new Proxy(Real, {
  construct: (target, args: [], as: typeof Real) =>
    Reflect.construct(target, args.length ? args : [now()], as === globalThis.Date ? target : as) as Date,
  apply: () => new Real(now()).toString(),
  get: (target, name, as) => (name === 'now' ? now : (Reflect.get(target, name, as) as unknown)),
})
