import { type Address, joinAddress } from '@lacre/letter/address/address.ts'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { usualLanguage } from '@lacre/letter/looks/languages.ts'
import { copyLooks, looksOf, unusual, type Looks } from '@lacre/letter/looks/looks.ts'
import { openJournal, looksLike } from '../journal/journal.ts'
import { keepVersions } from '../journal/keep-versions.ts'
import { isBlank, withoutPictures } from '../journal/version-reason.ts'
import { pendingContent } from '../journal/pending-content.ts'
import { notifyTabs } from '../journal/tabs.ts'
import { isPreparedFrom } from '../journal/prepared-text.ts'
import { keepLooks, keptLooks } from '../journal/kept-looks.ts'
import { keys, read, remove, tabStore } from '../storage.ts'

type Frozen = Pick<LetterDetail, 'id' | 'content'> & Looks
type Written = Pick<LetterDetail, 'state' | 'content' | 'origin' | 'destination' | 'postOn'> & Looks

const openJournalIfAllowed = () => openJournal().catch(() => undefined)

/** Every text that waits on the writing page, the one it would show first. @throws when the journal cannot be read. */
async function waitingTexts(journal: Awaited<ReturnType<typeof openJournalIfAllowed>>): Promise<string[]> {
  const current = await journal?.current()
  const texts = [pendingContent(), read(keys.draft) ?? '', current?.html ?? '']
  return [...new Set(texts.filter((text) => !isBlank(text)))]
}

/** The text somebody would find on the writing page now; empty when there is none. @throws when it cannot be read. */
async function currentDraft(): Promise<string> {
  const journal = await openJournalIfAllowed()
  try {
    const [first = ''] = await waitingTexts(journal)
    return first
  } finally {
    journal?.close()
  }
}

/** Where no language was chosen, the same text is found to be in the same. A date line follows from text and day. */
const isThis = (text: string, letter: Pick<LetterDetail, 'content'> & Looks) => {
  const kept = keptLooks()
  const language = kept.language && (letter.language ?? usualLanguage)
  const looks = unusual({ ...looksOf(letter), language, dateLine: null })
  const own = unusual({ ...kept, dateLine: null })
  return looksLike({ html: text, looks: own }, { html: letter.content, looks })
}

/**
 * Whether nothing waits there but the text of these letters, in their looks, for nobody else than their recipients. Without its photos it
 * is the same, where local storage had no room for them. What cannot be read is taken for another text, which stays.
 */
export async function isCurrentDraft(letter: Frozen, to: readonly Address[]): Promise<boolean> {
  const journal = await openJournalIfAllowed()
  const texts = await waitingTexts(journal)
    .catch(() => undefined)
    .finally(() => journal?.close())
  if (!texts) return false
  const areIts = await Promise.all(
    texts.map(async (text) => isThis(text, letter) || (await isPreparedFrom(text, letter.id))),
  )
  const whole = texts.find((_, at) => areIts[at])
  if (whole === undefined || texts.some((text) => text !== whole && text !== withoutPictures(whole)))
    return false
  const paid = new Set(to.map(joinAddress))
  return recipients()?.every((one) => paid.has(one)) ?? false
}

/** Whom the text that waits there goes to, in one line each; undefined where what is kept cannot be read. */
function recipients(): string[] | undefined {
  try {
    const first = JSON.parse(read(keys.destinationAddress) ?? 'null') as Address | null
    const others = JSON.parse(read(keys.otherRecipients) ?? '[]') as Address[]
    return [first ?? [], others].flat().map(joinAddress)
  } catch {
    return undefined
  }
}

/**
 * What stands in the way of a letter on the writing page. 'itself': the letter waits there, with the others that were prepared from
 * one text. 'another': another text, this one with other looks, or for more people, whose number is told; or one that
 * cannot be read.
 */
export async function begun(letter: Written & Pick<LetterDetail, 'id'>): Promise<Begun> {
  const text = await currentDraft().catch(() => undefined)
  const list = recipients() ?? []
  const others = Math.max(0, list.length - 1)
  if (text === undefined) return { is: 'another', others }
  const isOwn = isThis(text, letter)
  const isIts = isOwn || (await isPreparedFrom(text, letter.id))
  if (others && isIts && letter.state === 'frozen' && list.includes(joinAddress(letter.destination)))
    return { is: 'itself', others }
  return { is: others || (text && !isOwn) ? 'another' : 'nothing', others }
}
type Begun = { is: 'nothing' | 'itself' | 'another'; others: number }

/**
 * Puts a letter on the writing page, after each text that waits there has become a version in the journal
 * (design.md#no-word-is-lost). False: the browser could not keep them, and nothing was changed.
 */
export async function replaceDraft(letter: Written, now: number): Promise<boolean> {
  // One that is written on keeps its day.
  const { dateLine } = letter.state === 'frozen' ? letter : copyLooks(letter)
  const chosen = { ...copyLooks(letter), dateLine }
  const journal = await openJournalIfAllowed()
  try {
    const texts = (await waitingTexts(journal)).filter((text) => !isThis(text, letter))
    if (!(await keepVersions(texts, 'restored'))) return false
    const kept = await journal?.record(
      letter.content,
      now,
      (await journal.current())?.at,
      undefined,
      unusual(chosen),
    )

    putEntries(letter, !!kept)
    keepLooks(chosen)
    if (kept) notifyTabs({ at: kept.at })
    return true
  } catch {
    return false
  } finally {
    journal?.close()
  }
}

/** @throws when the words fit nowhere. An empty entry makes the writing page take the journal's text, pictures and all. */
function putEntries({ state, content, origin, destination, postOn }: Written, isInJournal: boolean) {
  for (const key of [keys.pendingLetter, keys.draftStamp, keys.otherRecipients, keys.day])
    localStorage.removeItem(key)
  remove(keys.pasted, tabStore())
  // Of one that is written on; another like it leaves when its writer says.
  if (state === 'frozen' && postOn) localStorage.setItem(keys.day, postOn)
  localStorage.setItem(keys.originAddress, JSON.stringify(origin))
  localStorage.setItem(keys.destinationAddress, JSON.stringify(destination))
  try {
    localStorage.setItem(keys.draft, content)
  } catch (full) {
    if (!isInJournal) throw full
    localStorage.removeItem(keys.draft)
  }
}
