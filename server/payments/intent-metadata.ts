import type { PaymentsDeps } from './deps.ts'

/** Other products may use the same account of the provider, and so may other installations of this one. */
const app = 'lacre'

export type IntentMetadata = {
  /** Made by this installation, or before installations marked theirs. */
  isOurs: boolean
  orderId: string
  /** Hex. */
  hash: string
  letterIds: string[]
}

/** Of 36 characters each, with a space between. */
const idsInValue = 13

/** What the provider keeps with an intent of ours. It must fit its limits: 50 keys, of 500 characters each. */
export function writeMetadata(
  { installation }: Pick<PaymentsDeps, 'installation'>,
  { id, hash, payments }: { id: string; hash: string; payments: { letter_id: string }[] },
): Record<string, string> {
  // The key is older than orders of several letters; an order of one letter has the letter's id.
  const metadata: Record<string, string> = { app, installation, letter_id: id, pdf_sha256: hash }
  const ids = payments.map(({ letter_id }) => letter_id)
  if (ids.length > 1)
    for (let at = 0; at < ids.length; at += idsInValue)
      metadata[`letters_${at / idsInValue}`] = ids.slice(at, at + idsInValue).join(' ')
  return metadata
}

export function readMetadata(
  { installation }: Pick<PaymentsDeps, 'installation'>,
  metadata: Record<string, string>,
): IntentMetadata {
  const orderId = metadata['letter_id'] ?? ''
  const several = Object.entries(metadata).flatMap(([key, ids]) =>
    key.startsWith('letters_') ? ids.split(' ') : [],
  )
  return {
    isOurs: metadata['app'] === app && (metadata['installation'] ?? installation) === installation,
    orderId,
    hash: metadata['pdf_sha256'] ?? '',
    letterIds: several.length ? several : [orderId],
  }
}
