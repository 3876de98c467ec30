import { later, type Ms } from '@lacre/letter/days.ts'
import { validFor } from '@lacre/letter/kept-for.ts'
import type { Tx } from '../../database/tables.ts'
import type { AccountsDeps } from '../deps.ts'
import { addLink, type Purpose } from './links-table.ts'
import type { Visitor } from '../visitor.ts'
import { newToken } from '../token.ts'

const ways = {
  'verify-email': { mail: 'verification', path: '/verify-email', lasts: validFor.verification },
  'reset-password': { mail: 'password-reset', path: '/reset-password', lasts: validFor.passwordReset },
} as const satisfies Record<Purpose, { mail: string; path: string; lasts: Ms }>

/** A link for this account and no other, and the message that carries it, in one transaction. */
export async function sendLink(
  { clock, random, queueMail, publicUrl }: Pick<AccountsDeps, 'clock' | 'random' | 'queueMail' | 'publicUrl'>,
  tx: Tx,
  { id, email }: { id: string; email: string },
  purpose: Purpose,
  { browser }: Pick<Visitor, 'browser'>,
  askedAt = clock.now(),
): Promise<void> {
  const { mail, path, lasts } = ways[purpose]
  const { token, hash } = newToken(random)
  const now = clock.now()
  await addLink(tx, {
    token_hash: hash,
    account_id: id,
    purpose,
    created_at: now,
    expires_at: later(now, lasts),
  })
  const link = new URL(path, publicUrl)
  link.searchParams.set('token', token)
  await queueMail(tx, {
    kind: mail,
    key: hash.toString('hex'),
    to: email,
    data: { link: link.href, browser, askedAt: askedAt.toISOString() },
  })
}
