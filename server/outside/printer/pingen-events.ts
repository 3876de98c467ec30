import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../json.ts'
import type { PrinterEvent } from './printer.ts'

const event = z.object({
  data: z.object({
    type: z.string().max(60),
    id: z.string().min(1).max(100),
    relationships: z.object({ letter: z.object({ data: z.object({ id: z.string().min(1).max(100) }) }) }),
  }),
})

/** `signature`: lowercase hex of HMAC-SHA256 over the bytes as they came. */
export function readPingenEvent(
  webhookKey: string,
  body: Buffer,
  signature: string | undefined,
): PrinterEvent | 'forged' | 'other' {
  const expected = createHmac('sha256', webhookKey).update(body).digest()
  if (!signature || !/^[\da-f]{64}$/.test(signature)) return 'forged'
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return 'forged'
  const { data } = event.safeParse(parseJson(body.toString()))
  if (!data) return 'other'
  const { id, type, relationships } = data.data
  return { id, kind: type, printerId: relationships.letter.data.id }
}
