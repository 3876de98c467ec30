import { readFileSync } from 'node:fs'
import type { Lock } from './listen-to-locks.ts'

const rule =
  /<a id="lock-order"><\/a>([^]*?)\n- /.exec(readFileSync('docs/design/trust.md', 'utf8'))?.[1] ?? ''
/** As design/trust.md#lock-order has it. */
export const order = [...rule.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)

/** Of a letter: locked together with something else only under the letter's lock. */
const ofLetter = new Set(['payment', 'payment_order', 'print_job'])

/** Of a mailbox: locked for more than a statement only under its lock. */
const ofMailbox = new Set(['login_session', 'known_device', 'email_link', 'sign_in_code'])

/** Where a transaction waits for something while it holds what comes later. */
export function outOfOrder(taken: Lock[]): string[] {
  const found: string[] = []
  const held = new Set<string>()
  for (const { on, waits, byId } of taken) {
    const place = order.indexOf(on)
    const isLater = (other: string) =>
      order.includes(other)
        ? order.indexOf(other) > place
        : on === 'letter' && !(ofMailbox.has(other) && held.has('mailbox'))
    if (waits && place >= 0 && !held.has(on))
      for (const other of held) if (isLater(other)) found.push(`${on} after ${other}`)
    if (waits && on === 'letter' && !byId && !held.has(on)) found.push('several letters, not by their ids')
    if (waits && ofLetter.has(on) && !held.has('letter'))
      for (const other of held) if (other !== on) found.push(`${on} after ${other} without its letter`)
    if (held.has('acts') && !['acts', 'audit_log'].includes(on)) found.push(`${on} after acts`)
    held.add(on)
  }
  return found
}
