import type { Tx } from '../../database/tables.ts'

/** An address and the browser that asked for it. */
type Asker = { email: string; device: Buffer }
export type CodeRefusal = 'code-wrong' | 'code-expired'

const triesAllowed = 5

/** The one before it, of this browser, is void. */
export async function putCode(
  tx: Tx,
  { email, device }: Asker,
  code: { code_hash: Buffer; expires_at: Date },
): Promise<void> {
  await tx
    .insertInto('sign_in_code')
    .values({ email, device_hash: device, wrong_tries: 0, ...code })
    .onConflict((conflict) =>
      conflict.columns(['email', 'device_hash']).doUpdateSet({ wrong_tries: 0, ...code }),
    )
    .execute()
}

/** Uses the code up when it is right, and counts the try when it is not. Under `lockMailbox`. */
export async function useCode(tx: Tx, asker: Asker, hash: Buffer, now: Date): Promise<'right' | CodeRefusal> {
  const ofAsker = { email: asker.email, device_hash: asker.device }
  const code = await tx
    .selectFrom('sign_in_code')
    .select(['code_hash', 'wrong_tries', 'expires_at'])
    .where((eb) => eb.and(ofAsker))
    .executeTakeFirst()
  if (!code) return 'code-expired'
  const isRight = code.code_hash.equals(hash)
  const isOver = code.expires_at <= now || code.wrong_tries + 1 >= triesAllowed
  if (isRight || isOver) {
    await tx
      .deleteFrom('sign_in_code')
      .where((eb) => eb.and(ofAsker))
      .execute()
    return isRight && code.expires_at > now ? 'right' : 'code-expired'
  }
  await tx
    .updateTable('sign_in_code')
    .set({ wrong_tries: code.wrong_tries + 1 })
    .where((eb) => eb.and(ofAsker))
    .execute()
  return 'code-wrong'
}
