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

type Waiting = { texts: string[]; id: string | undefined; isChanged: boolean }
/** What waits on the writing page; `isChanged`: since Enviar. @throws when the database cannot be read. */
async function waiting(letters: Letters | undefined): Promise<Waiting> {
  const current = await letters?.current()
  const texts = [pendingLetter()?.content ?? '', read(keys.draft) ?? '', current?.html ?? '']
  const written = [...new Set(texts.filter((text) => !isBlank(text)))]
  // A page that was left in the same moment has it in local storage only.
  const isOlder = new Set(written.map(withoutPictures)).size > 1
  const isChanged = isOlder || (current?.sent !== undefined && current.sent !== current.rev)
  return { texts: written, id: current?.id, isChanged }
}

async function readWaiting() {
  const letters = await openIfAllowed()
  return waiting(letters).finally(() => letters?.close())
}

/** The recipients of the text that waits there, the panel's first, in one line each. */
function recipients(): string[] {
  try {
    const first = JSON.parse(read(keys.destinationAddress) ?? 'null') as Address | null
    const others = JSON.parse(read(keys.otherRecipients) ?? '[]') as Address[]
    return [first ?? [], others].flat().map(joinAddress)
  } catch {
    return []
  }
}

/** Whether the letter was made of the draft on the writing page, unchanged since and for nobody else than `to` (design/writing.md#one-draft). */
export async function isCurrentDraft({ draftId }: Made, to: readonly Address[]): Promise<boolean> {
  const { id, isChanged } = await readWaiting().catch(() => ({ id: undefined, isChanged: true }))
  const [list, paid] = [recipients(), new Set(to.map(joinAddress))]
  return !!draftId && draftId === id && !isChanged && (list.length < 2 || list.every((one) => paid.has(one)))
}

/**
 * What stands in the way of a letter on the writing page. 'itself': its own draft waits there. 'another': another one, or
 * one that cannot be read; `others`: how many more people that is for.
 */
export async function begun(letter: Pick<LetterDetail, 'state'> & Made): Promise<Begun> {
  const found = await readWaiting().catch(() => undefined)
  const others = Math.max(0, recipients().length - 1)
  if (letter.state === 'frozen' && letter.draftId && letter.draftId === found?.id)
    return { is: 'itself', others }
  return { is: !found || found.texts.length || others ? 'another' : 'nothing', others }
}
type Begun = { is: 'nothing' | 'itself' | 'another'; others: number }

/**
 * Puts a letter on the writing page, after each text that waits there has become a version (design/writing.md#no-word-is-lost). One
 * that is unpaid goes on as the same draft. False: the browser could not keep them, and nothing was changed.
 */
export async function replaceDraft(letter: Written, now: number): Promise<boolean> {
  const looks = copyLooks(letter)
  const letters = await openIfAllowed()
  try {
    if (!(await keepVersions((await waiting(letters)).texts, 'restored'))) return false
    const [base, copy] = [(await letters?.current())?.rev, await letters?.copy()]
    const id = (letter.state === 'frozen' && letter.draftId) || 'new'
    const addresses = { origin: letter.origin, destination: letter.destination }
    const text = { html: letter.content, looks: unusual(looks), addresses }
    await letters?.put(text, { base, at: now, id })

    putEntries(letter, !!letters)
    keepLooks(looks)
    if (letters) notifyTabs()
    // The account kept one draft of this page, and its text is a version now.
    if (copy && copy.id !== id && token() !== undefined) void eraseInAccount(copy.id)
    return true
  } catch {
    return false
  } finally {
    letters?.close()
  }
}

/** @throws when the words fit nowhere. An empty entry makes the writing page take the database's text, pictures and all. */
function putEntries({ state, content, origin, destination, postOn }: Written, isInDatabase: boolean) {
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
    if (!isInDatabase) throw full
    localStorage.removeItem(keys.draft)
  }
}
