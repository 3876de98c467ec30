import { randomUUID } from 'node:crypto'
import { letterCipher } from '../../database/cipher.ts'
import { systemRandom } from '../../outside/clock.ts'
import { aLetter, aPayment } from '../factories.ts'
import { sessionOf, type Action, type Person } from './scene.ts'

const cipher = letterCipher(Buffer.alloc(32, 7), systemRandom)

export const pays = (by: Person): Action => ({
  by,
  run: async (scene) => {
    const session = await sessionOf(scene, by)
    const { db } = scene.app
    const paid = await db
      .selectFrom('letter')
      .innerJoin('account', 'account.id', 'letter.account_id')
      .select('letter.id')
      .where('email', '=', scene.mailbox)
      .where('pdf_sha256', '=', by)
      .execute()
    if (!session || paid.length) return undefined
    const letter = { state: 'paid', account_id: session.accountId, pdf_sha256: by, open: { cipher } } as const
    await aPayment(db, await aLetter(db, letter))
    return { status: 200 }
  },
})

/** Of a letter that was never paid. */
export const unpaidMark = (by: Person) => `${by}, unpaid`

/** An entry in the address book, and a letter that is cancelled unpaid. */
export const fills = (by: Person): Action => ({
  by,
  run: async (scene) => {
    const session = await sessionOf(scene, by)
    const { db } = scene.app
    if (!session) return undefined
    const { accountId: account_id } = session
    const kept = await db
      .selectFrom('address_book')
      .select('id')
      .where('account_id', '=', account_id)
      .execute()
    if (kept.length) return undefined
    const sealed = { wrapped_key: Buffer.alloc(0), key_name: 'test', content: Buffer.from(by) }
    const book = { id: randomUUID(), account_id, looked_at: new Date(0), ...sealed }
    await db.insertInto('address_book').values(book).execute()
    await aLetter(db, { state: 'cancelled', account_id, pdf_sha256: unpaidMark(by) })
    return { status: 200 }
  },
})
