import { beginTotp, countTotp, totpOf } from './factors-table.ts'
import { prove, type EnteringOperator, type FactorDeps } from './prove.ts'
import { addressOf, newSecret, stepOf } from './totp.ts'

/** A secret for an application, which counts once its first code has come back. 'totp-known': there is one already. */
export async function beginCodes(
  { db, clock, random, cipher }: FactorDeps,
  { accountId, email }: EnteringOperator,
): Promise<{ secret: string; address: string } | 'totp-known'> {
  const secret = newSecret(random)
  const { wrapped_key, key_name, content } = cipher.seal(accountId, { content: secret })
  const row = { account_id: accountId, wrapped_key, key_name, content, added_at: clock.now() }
  return (await beginTotp(db, row)) ? { secret, address: addressOf(secret, email) } : 'totp-known'
}

/** 'add-factor': the first code of an application that was begun. @throws UnknownLetterKey */
export const giveCode = (
  deps: FactorDeps,
  operator: EnteringOperator,
  { code, action }: { code: string; action: 'sign-in' | 'add-factor' },
) =>
  prove(deps, operator, action, 'totp', async (tx, now) => {
    const { accountId } = operator
    const totp = await totpOf(tx, accountId)
    if (!totp || (totp.last_step === null) !== (action === 'add-factor')) return false
    const step = stepOf(deps.cipher.openContent(accountId, totp), code, now)
    // No code counts twice, nor one older than the last.
    if (step === undefined || step <= (totp.last_step ?? 0)) return false
    await countTotp(tx, accountId, step)
    return true
  })
