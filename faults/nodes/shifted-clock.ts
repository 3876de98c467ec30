/**
 * Preloaded into a server process: shifts `Date` by the milliseconds in the file FAULTS_CLOCK, and by FAULTS_SKEW, as on a
 * machine with a wrong clock. Timers are not shifted.
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
// The file is replaced by a rename, so it is always complete.
setInterval(() => (moved = read()), everyMs).unref()

const now = () => realNow() + moved
globalThis.Date = new Proxy(Real, {
  construct: (target, args: [], as: typeof Real) =>
    Reflect.construct(target, args.length ? args : [now()], as === globalThis.Date ? target : as) as Date,
  apply: () => new Real(now()).toString(),
  get: (target, name, as) => (name === 'now' ? now : (Reflect.get(target, name, as) as unknown)),
})
