import { seconds } from '@lacre/letter/duration.ts'
import type { PrintColour } from '@lacre/letter/paper-profile.ts'
import { z } from 'zod'
import type { PrintOrder, Submitted } from './printer.ts'
import { isOk, troubleOf, type AskPingen, type PingenReply } from './pingen-http.ts'
import { errorCode, fileName, readLetter, type PingenLetter } from './pingen-letter.ts'
import { statusOf } from './pingen-statuses.ts'

/** They read the address off the page, which takes a moment. */
const whileChecking = seconds(15)

const place = z.object({
  data: z.object({ attributes: z.object({ url: z.url(), url_signature: z.string() }) }),
})
type Uploaded = z.infer<typeof place>['data']['attributes']

/** How it is printed: both sides as we set it, in colour or grey as the preview shows it, the quicker post. */
const mannerIn = (colour: PrintColour) => ({
  delivery_product: 'fast',
  print_mode: 'duplex',
  print_spectrum: colour === 'grey' ? 'grayscale' : 'color',
})

type Pingen = { ask: AskPingen; letters: string; uploadMs: number; colour: PrintColour }

/**
 * Brings a letter to the point of being printed, in two halves: first a draft, which prints nothing; then, if they read the
 * same pages and address as we do, the word to send it. Either half may have been done by an earlier try.
 */
export async function submitToPingen(pingen: Pingen, order: PrintOrder): Promise<Submitted> {
  if (order.id) return carryOn(pingen, order, order.id)
  const uploaded = await upload(pingen, order.pdf)
  if ('is' in uploaded) return uploaded
  const made = await create(pingen, order, uploaded)
  return typeof made === 'string' ? carryOn(pingen, order, made) : made
}

/** A file that belongs to no letter yet: whatever happens here, nothing was ordered. */
async function upload({ ask, uploadMs }: Pingen, pdf: Buffer): Promise<Uploaded | Submitted> {
  const reply = await ask({ method: 'GET', path: '/file-upload' })
  if (!isOk(reply)) return { is: 'not-taken', ...(troubleOf(reply) ?? { because: 'broken' }) }
  const { data } = place.safeParse(reply.body)
  if (!data) return { is: 'not-taken', because: 'unreadable' }
  const { url, url_signature } = data.data.attributes
  try {
    // The address is a secret of its own: our token must not go there.
    const answer = await fetch(url, {
      method: 'PUT',
      body: new Uint8Array(pdf),
      signal: AbortSignal.timeout(uploadMs),
    })
    await answer.arrayBuffer()
    return answer.ok ? { url, url_signature } : { is: 'not-taken', because: 'broken' }
  } catch {
    return { is: 'not-taken', because: 'no-answer' }
  }
}

async function create(
  { ask, letters, colour }: Pingen,
  { reference, key }: PrintOrder,
  { url, url_signature }: Uploaded,
): Promise<string | Submitted> {
  const attributes = {
    file_original_name: fileName(reference),
    file_url: url,
    file_url_signature: url_signature,
    address_position: 'left',
    auto_send: false,
    ...mannerIn(colour),
  }
  const body = { data: { type: 'letters', attributes } }
  const reply = await ask({ method: 'POST', path: letters, body, key: `${key}:create` })
  const trouble = troubleOf(reply)
  if (trouble) return { is: wasKeptOut(reply) ? 'not-taken' : 'unknown', ...trouble }
  if (!isOk(reply)) return { is: 'rejected', code: codeOf(reply) }
  return readLetter(reply.body)?.id ?? { is: 'unknown', because: 'unreadable' }
}

/** Refused before they looked at it: too many requests, no funds, no right. In flight (409) is another matter. */
const wasKeptOut = (reply: PingenReply) =>
  reply.is === 'not-sent' || (reply.is === 'answer' && [401, 402, 403, 429].includes(reply.status))

async function carryOn(pingen: Pingen, order: PrintOrder, id: string): Promise<Submitted> {
  const letter = await look(pingen, id)
  if (!('attributes' in letter)) return letter
  const { status } = letter.attributes
  const stage = statusOf(status)
  if (stage === 'failed' || stage === 'cancelled') return { is: 'rejected', code: status, id }
  if (stage !== 'held') return { is: 'accepted', id }
  if (status !== 'valid' || !letter.attributes.file_pages)
    return { is: 'unknown', because: 'still-checking', id, retryAfter: whileChecking }

  const differs = differenceOf(letter, order)
  if (!differs) return send(pingen, order, id)
  // Left there it would print nothing either, so whether this arrives does not matter.
  await pingen.ask({ method: 'DELETE', path: `${pingen.letters}/${id}` })
  return { is: 'rejected', code: differs, id }
}

async function look({ ask, letters }: Pingen, id: string): Promise<PingenLetter | Submitted> {
  const reply = await ask({ method: 'GET', path: `${letters}/${id}` })
  if (!isOk(reply)) return { is: 'unknown', id, ...(troubleOf(reply) ?? { because: 'broken' }) }
  return readLetter(reply.body) ?? { is: 'unknown', because: 'unreadable', id }
}

/** What they read must be what was paid: the price and the envelope's window hang on it. */
function differenceOf({ attributes }: PingenLetter, { pages, postalCode }: PrintOrder): string | undefined {
  const { file_pages, country, address } = attributes
  if (file_pages !== pages) return 'pages-differ'
  if (country && country !== 'ES') return 'country-differs'
  if (address && postalCode && !address.includes(postalCode)) return 'address-differs'
  return undefined
}

async function send(pingen: Pingen, { key }: PrintOrder, id: string): Promise<Submitted> {
  const manner = mannerIn(pingen.colour)
  const body = { data: { id, type: 'letters', attributes: manner } }
  const path = `${pingen.letters}/${id}/send`
  const reply = await pingen.ask({ method: 'PATCH', path, body, key: `${key}:send` })
  if (isOk(reply)) return { is: 'accepted', id }
  const trouble = troubleOf(reply)
  if (trouble) return { is: 'unknown', id, ...trouble }
  // Refused may also mean that it was sent before.
  const letter = await look(pingen, id)
  if (!('attributes' in letter)) return letter
  const isOnItsWay = !['held', 'failed', 'cancelled'].includes(statusOf(letter.attributes.status))
  return isOnItsWay ? { is: 'accepted', id } : { is: 'rejected', code: codeOf(reply), id }
}

const codeOf = (reply: PingenReply) =>
  reply.is === 'answer' ? errorCode(reply.status, reply.body) : 'no-answer'
