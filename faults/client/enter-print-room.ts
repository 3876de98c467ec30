import { setTimeout as pause } from 'node:timers/promises'
import { hours } from '@lacre/letter/days.ts'
import { codeAt } from '../../server/print-room/factors.ts'
import { runCommand } from '../nodes/command.ts'
import type { World } from '../world.ts'
import { callAt } from './calls.ts'
import { createOperator, type Operator } from './operator.ts'
import type { Call } from './customer.ts'

/** A little less than the lifetime of a second factor. */
const enteredFor = hours(11)
const mailWithinMs = 20_000
const email = 'operaria@ejemplo.test'
const device = 'd'.repeat(43)

/**
 * Signs an operator in as in production: an account by a mailed code, `operator add` on the command line, another code,
 * and a TOTP factor. Call it before any fault begins.
 */
export async function enterPrintRoom(world: World): Promise<Operator> {
  const { nodes, acks, clock, settings } = world
  let turn = 0
  const url = () => nodes[turn++ % nodes.length]!.url
  await signIn(world, url)
  const added = await runCommand(settings, ['operator', 'add', email, '--name', 'Operaria de turno'])
  if (added.code !== 0) throw new Error(added.output)
  const call = callAt(url, await signIn(world, url))
  const { secret } = await must(call, '/operator/totp/options')
  let entered = clock.now()
  const code = () => codeAt(String(secret), new Date(clock.now()))
  await must(call, '/operator/totp', { code: code() })
  return createOperator({
    acks,
    now: clock.now,
    call,
    async signInAgain() {
      if (Math.abs(clock.now() - entered) < enteredFor) return
      // The next return tries again.
      const answer = await call('POST', '/operator/factor', { code: code() })
      if (answer !== 'no-answer' && answer.status === 200) entered = clock.now()
    },
  })
}

async function must(call: Call, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await call('POST', path, body)
  if (answer === 'no-answer' || answer.status !== 200)
    throw new Error(`${path}: ${answer === 'no-answer' ? answer : answer.bytes.toString()}`)
  return answer.json
}

/** Signs in by a mailed code, which proves the mailbox. Returns the session's token. */
async function signIn(world: World, url: () => string): Promise<string> {
  const call = callAt(url, undefined, device)
  const seen = codesTo(world).length
  await must(call, '/auth/request-code', { email, recaptcha_token: 'right' })
  for (const began = performance.now(); performance.now() - began < mailWithinMs; await pause(200)) {
    const code = codesTo(world)[seen]
    if (code) return String((await must(call, '/auth/code/login', { email, code }))['access_token'])
  }
  throw new Error('no mail came')
}

const codesTo = ({ mailed }: World) =>
  mailed().flatMap(({ to, code }) => (to === email && code ? [code] : []))
