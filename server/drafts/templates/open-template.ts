import { looksOf, unusual } from '@lacre/letter/looks/looks.ts'
import type { KeptTemplate, Template } from '@lacre/letter/looks/template-calls.ts'
import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import type { Row } from '../../database/tables.ts'

type Listed = Pick<Row<'template'>, 'id' | 'kept_at' | 'wrapped_key' | 'key_name' | 'name'>

/** Of a template's words nothing is opened. @throws Error when a bit was changed. */
export const openName = (cipher: LetterCipher, { id, kept_at, name, ...sealed }: Listed): KeptTemplate => ({
  id,
  name: cipher.openAddresses(id, { ...sealed, addresses: name }),
  keptAt: kept_at.toISOString(),
})

/** @throws Error when a bit was changed. */
export const openTemplate = (cipher: LetterCipher, row: Row<'template'>): Template => ({
  ...openName(cipher, row),
  content: cipher.openContent(row.id, row),
  ...unusual(looksOf({ ...row, replyCode: row.reply_code, signature: cipher.openSignature(row.id, row) })),
})
