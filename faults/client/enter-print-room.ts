import { setTimeout as pause } from 'node:timers/promises'
import { hours } from '../../letter/duration.ts'
import { codeAt } from '../../server/operators/factor/totp.ts'
import { runCommand } from '../house/command.ts'
import type { World } from '../world.ts'
import { callAt, register } from './calls.ts'
import { createOperator, type Operator } from './operator.ts'
import type { Call } from './person.ts'

/** A little less than what a second factor is good for. */
const enteredFor = hours(11)
const mailWithinMs = 20_000

/**
 * Somebody comes to work at the print room by its own front door: an account, its mailbox proven, an invitation that is
 * made on the command line and taken up, an application for codes set up. For a world that is still at peace.
 */
export async function enterPrintRoom(world: World): Promise<Operator> {
  const { nodes, acks, clock } = world
  let turn = 0
  const url = () => nodes[turn++ % nodes.length]!.url
  const registered = await register(url())
  if (!registered) throw new Error('nobody can register')
  const call = callAt(url, registered.token)
  const { account, password } = registered
  await must(call, '/auth/verify-email', { token: await mailedToken(world, account), password })
  await must(call, '/operator/invitation', { token: await invite(world, account) })
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
      // The next that is marked tries again.
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

async function mailedToken({ mailed }: World, to: string): Promise<string> {
  for (const began = performance.now(); performance.now() - began < mailWithinMs; await pause(200)) {
    const token = mailed().find((mail) => mail.to === to)?.token
    if (token) return token
  }
  throw new Error('no mail came')
}

async function invite({ settings }: World, email: string): Promise<string> {
  const { says } = await runCommand(settings, ['operator', 'add', email, '--name', 'Operaria de turno'])
  const token = /token=([\w-]+)/.exec(says)?.[1]
  if (!token) throw new Error(`no invitation: ${says}`)
  return token
}
