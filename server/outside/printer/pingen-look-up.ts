import { minutes } from '@lacre/letter/duration.ts'
import type { LookedUp } from './printer.ts'
import { isOk, troubleOf, type AskPingen } from './pingen-http.ts'
import { fileName, instantOf, readLetter, readList, seenOf, type PingenLetter } from './pingen-letter.ts'

/** Their clock need not be ours. */
const clocksDiffer = minutes(10)
const perPage = 100
/** A list longer than this is not read to its end in good time (300 requests a minute are allowed). */
const mostPages = 100

type Pingen = { ask: AskPingen; letters: string }
type Wanted = { reference: string; id?: string | undefined; since: Date }

export const lookUpAtPingen = (pingen: Pingen, { reference, id, since }: Wanted): Promise<LookedUp> =>
  id ? byId(pingen, id) : byReference(pingen, reference, since)

async function byId({ ask, letters }: Pingen, id: string): Promise<LookedUp> {
  const reply = await ask({ method: 'GET', path: `${letters}/${encodeURIComponent(id)}` })
  if (reply.is === 'answer' && reply.status === 404) return { is: 'absent' }
  const trouble = troubleOf(reply)
  if (trouble) return { is: 'unknown', ...trouble }
  const letter = isOk(reply) ? readLetter(reply.body) : undefined
  return letter ? { is: 'found', ...seenOf(letter) } : { is: 'unknown', because: 'unreadable' }
}

/**
 * They have no search by a reference of ours, so their list is read, newest first, back to before the first try. What is
 * added meanwhile shifts letters to later pages: one may be met twice, none is missed.
 */
async function byReference({ ask, letters }: Pingen, reference: string, since: Date): Promise<LookedUp> {
  const found = new Map<string, PingenLetter>()
  const oldest = since.getTime() - clocksDiffer
  for (let page = 1; page <= mostPages; page++) {
    const query = new URLSearchParams({
      'page[number]': `${page}`,
      'page[limit]': `${perPage}`,
      sort: '-created_at',
    })
    const reply = await ask({ method: 'GET', path: `${letters}?${query.toString()}` })
    if (!isOk(reply)) return { is: 'unknown', ...(troubleOf(reply) ?? { because: 'broken' }) }
    const listed = readList(reply.body)
    if (!listed) return { is: 'unknown', because: 'unreadable' }
    for (const letter of listed.data)
      if (letter.attributes.file_original_name === fileName(reference)) found.set(letter.id, letter)
    if (!isNewestFirst(listed.data)) return { is: 'unknown', because: 'unreadable' }
    const last = listed.data.at(-1)
    const isOlder = last && createdAt(last) < oldest
    if (!last || isOlder || listed.links?.next === null) return verdict([...found.values()])
  }
  return { is: 'unknown', because: 'too-many-letters' }
}

const createdAt = ({ attributes }: PingenLetter): number => instantOf(attributes.created_at ?? '')

/** In another order the end of the reading would be no end, and a letter that is there would seem absent. */
const isNewestFirst = (letters: PingenLetter[]): boolean =>
  letters.every((letter, i) => {
    const before = letters[i - 1]
    return !before || createdAt(before) >= createdAt(letter)
  })

/** The one that lives; a cancelled one only when there is no other. */
function verdict(letters: PingenLetter[]): LookedUp {
  const alive = letters.filter((letter) => !['cancelled', 'failed'].includes(seenOf(letter).status))
  const shown = alive[0] ?? letters[0]
  return shown ? { is: 'found', ...seenOf(shown, alive.length > 1) } : { is: 'absent' }
}
