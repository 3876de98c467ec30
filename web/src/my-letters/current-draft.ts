import { type Address, joinAddress } from '@lacre/letter/address/address.ts'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { copyLooks, type Looks, unusual } from '@lacre/letter/looks/looks.ts'
import type { Letters } from '../drafts/db.ts'
import { eraseInAccount } from '../drafts/erasures.ts'
import { keepLooks } from '../editor/kept-looks.ts'
import { pendingLetter } from '../drafts/draft.ts'
import { keepVersions, notifyTabs, openLetters } from '../drafts/tabs.ts'
import { isBlank, withoutPictures } from '../drafts/version-reason.ts'
import { token } from '../session.ts'
import { keys, read, remove, tabStore } from '../storage.ts'

type Made = Pick<LetterDetail, 'draftId'>
type Written = Pick<LetterDetail, 'state' | 'content' | 'origin' | 'destination' | 'postOn'> & Made & Looks

const openIfAllowed = () => openLetters().catch(() => undefined)

type Present = { texts: string[]; id: string | undefined; isChanged: boolean }
/** The texts on the writing page. `isChanged`: since Enviar. @throws when the database cannot be read. */
async function collectPresent(letters: Letters | undefined): Promise<Present> {
  const current = await letters?.current()
  const texts = [pendingLetter()?.content ?? '', read(keys.draft) ?? '', current?.html ?? '']
  const written = [...new Set(texts.filter((text) => !isBlank(text)))]
  // A page closed just now may have stored its last text in local storage only.
  const isOlder = new Set(written.map(withoutPictures)).size > 1
  const isChanged = isOlder || (current?.sent !== undefined && current.sent !== current.rev)
  return { texts: written, id: current?.id, isChanged }
}

async function readPresent() {
  const letters = await openIfAllowed()
  return collectPresent(letters).finally(() => letters?.close())
}

/** The recipients on the writing page as single lines, the one of the panel first. */
function recipients(): string[] {
  try {
    const first = JSON.parse(read(keys.destinationAddress) ?? 'null') as Address | null
    const others = JSON.parse(read(keys.otherRecipients) ?? '[]') as Address[]
    return [first ?? [], others].flat().map(joinAddress)
  } catch {
    return []
  }
}

/** Whether the letter comes from the present draft, unchanged since and for no recipients but `to` (design/writing.md#one-draft). */
export async function isCurrentDraft({ draftId }: Made, to: readonly Address[]): Promise<boolean> {
  const { id, isChanged } = await readPresent().catch(() => ({ id: undefined, isChanged: true }))
  const [list, paid] = [recipients(), new Set(to.map(joinAddress))]
  return !!draftId && draftId === id && !isChanged && (list.length < 2 || list.every((one) => paid.has(one)))
}

/**
 * Which draft a letter on the writing page would replace. 'itself': its own; 'another': a different or unreadable one, with
 * `others` further recipients.
 */
export async function findDraftConflict(letter: Pick<LetterDetail, 'state'> & Made): Promise<DraftConflict> {
  const found = await readPresent().catch(() => undefined)
  const others = Math.max(0, recipients().length - 1)
  if (letter.state === 'frozen' && letter.draftId && letter.draftId === found?.id)
    return { is: 'itself', others }
  return { is: !found || found.texts.length || others ? 'another' : 'nothing', others }
}
type DraftConflict = { is: 'nothing' | 'itself' | 'another'; others: number }

/**
 * Puts a letter on the writing page, after making every text there a version (design/writing.md#no-word-is-lost). An unpaid
 * letter continues its own draft. False: the browser could not store the versions, and nothing was changed.
 */
export async function replaceDraft(letter: Written, now: number): Promise<boolean> {
  const looks = copyLooks(letter)
  const letters = await openIfAllowed()
  try {
    if (!(await keepVersions((await collectPresent(letters)).texts, 'restored'))) return false
    const [base, copy] = [(await letters?.current())?.rev, await letters?.copy()]
    const id = (letter.state === 'frozen' && letter.draftId) || 'new'
    const addresses = { origin: letter.origin, destination: letter.destination }
    const text = { html: letter.content, looks: unusual(looks), addresses }
    await letters?.put(text, { base, at: now, id })

    putEntries(letter, !!letters)
    keepLooks(looks)
    if (letters) notifyTabs()
    // The account's copy of the replaced draft is obsolete; its text is a version now.
    if (copy && copy.id !== id && token() !== undefined) void eraseInAccount(copy.id)
    return true
  } catch {
    return false
  } finally {
    letters?.close()
  }
}

/** @throws when the text fits nowhere. Without a local entry the writing page reads the database, pictures included. */
function putEntries({ state, content, origin, destination, postOn }: Written, isInDatabase: boolean) {
  for (const key of [keys.pendingLetter, keys.draftStamp, keys.otherRecipients, keys.day])
    localStorage.removeItem(key)
  remove(keys.pasted, tabStore())
  // Only for a letter being continued; a copy begins without a day.
  if (state === 'frozen' && postOn) localStorage.setItem(keys.day, postOn)
  localStorage.setItem(keys.originAddress, JSON.stringify(origin))
  localStorage.setItem(keys.destinationAddress, JSON.stringify(destination))
  try {
    localStorage.setItem(keys.draft, content)
  } catch (full) {
    if (!isInDatabase) throw full
    localStorage.removeItem(keys.draft)
  }
}
