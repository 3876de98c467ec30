import type { Current, Letters, Rev, ServerCopy, Text, Version } from './db.ts'
import type { Stamp } from './draft.ts'
import { sha256Of } from './pictures.ts'
import { type Channel, openChannel } from './tabs.ts'
import { isBlank, type Reason, withoutPictures } from './version-reason.ts'

const large = 1_000_000
const waitMs = { words: 200, pictures: 700 }
/** A text is not replaced under the hands of a person who types. */
const quietMs = 1000

/** The page's side: its text, and what local storage held when it was opened. */
export type Desk = {
  text: () => Text
  /** Puts another text, of revision `base`, into the editor. */
  show: (html: string, base: Rev | undefined) => void
  /** `stamp` undefined: another page put it there. `hidden`: another draft that a pending letter hides. */
  held: { html: string; stamp: Stamp | undefined; hidden: string }
  onKept: (isKept: boolean) => void
  onTrouble: (trouble: 'other-tab' | 'newer-tab' | 'shown-older') => void
}
/** Which of two kept texts is to be shown. An empty entry without a stamp says only that local storage was cleared. */
export function choose(held: Desk['held'], current: Current | undefined): 'same' | 'held' | 'current' {
  const { html, stamp } = held
  if (!current) return html === '' ? 'same' : 'held'
  if (html === current.html) return 'same'
  // The same words, for whose pictures local storage had no room.
  if (html !== '' && html === withoutPictures(current.html)) return 'current'
  if (!stamp) return html === '' ? 'current' : 'held'
  return stamp.base === current.rev || stamp.at > current.at ? 'held' : 'current'
}

export type Store = ReturnType<typeof openStore>

/**
 * Keeps every change of the letter within a second, and shows what other tabs make of it (design/writing.md#no-word-is-lost). A write
 * names the revision that the text grew from; what loses a conflict is a version (design/writing.md#newer-text-wins).
 */
export function openStore(
  letters: Letters,
  desk: Desk,
  channel: Channel | undefined = openChannel(),
  now = Date.now,
) {
  let base: Rev | undefined = desk.held.stamp?.base
  let id: string | undefined
  /** The revision that this tab wrote, as long as it shows it. */
  let written: Rev | undefined
  let changedAt: number | undefined
  let isDirty = false
  let isClosed = false
  let typedAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  let lookTimer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<(length: number) => void>()

  let queue: Promise<unknown> = Promise.resolve()
  /** One action after the other: each builds on the base that the one before has left. */
  function inTurn<Result>(action: () => Promise<Result>): Promise<Result> {
    const done = queue.then(() => action())
    queue = done.catch(() => {})
    return done
  }
  const tryTo = (action: () => Promise<unknown>) =>
    inTurn(action).then(
      () => true,
      () => false,
    )

  function shown(current: Current | undefined) {
    const html = current?.html ?? ''
    // Before the base changes: a photo on its way into an erased text is erased with it.
    const here = desk.text().html
    // An empty page stays as it is: a photo may be on its way into it.
    if (html !== here && (html || !isBlank(here))) desk.show(html, current?.rev)
    base = current?.rev
    id = current?.id
    changedAt = current?.at
    written = undefined
    isDirty = false
  }

  /** @throws when the browser refuses; the text still waits then. */
  async function save(because?: Reason) {
    clearTimeout(timer)
    timer = undefined
    if (!isDirty) return
    isDirty = false
    const [text, at] = [desk.text(), now()]
    // An address alone is no letter yet, nor is what an erased one leaves.
    if (base === undefined && isBlank(text.html)) return
    try {
      const kept = await letters.put(text, { base, at, because })
      if (kept === 'erased') return shown((await letters.current()) ?? undefined)
      base = written = kept.rev
      id = kept.id
      changedAt = at
      desk.onKept(true)
      if (kept.beat) desk.onTrouble('newer-tab')
    } catch (failure) {
      isDirty = true
      desk.onKept(false)
      throw failure
    }
    channel?.tell()
    listeners.forEach((listener) => listener(text.html.length))
  }

  async function look() {
    await save()
    const current = await letters.current()
    // What is typed meanwhile is saved next, and looks again.
    if (isDirty || isClosed || current?.rev === base) return
    if (now() - typedAt < quietMs) {
      lookTimer ??= setTimeout(() => ((lookTimer = undefined), void tryTo(look)), quietMs)
      return
    }
    if (current && written !== undefined && current.lost >= written) desk.onTrouble('other-tab')
    shown(current)
  }

  async function open() {
    const { current, erased } = await letters.open()
    const { held } = desk
    if (isClosed) return
    const isErased = held.stamp?.base !== undefined && held.stamp.base <= erased
    if (isErased) shown(current)
    if (isErased) return desk.onKept(true)
    await letters.addVersion({ html: held.hidden }, 'older', now())
    const chosen = choose(held, current)
    if (chosen === 'current' && !isDirty) {
      if (held.html !== withoutPictures(current?.html ?? ''))
        await letters.addVersion({ html: held.html }, 'older', held.stamp?.at ?? now(), held.stamp?.base)
      // Typed while the version was kept: then the text of the page stays.
      if (!isDirty) shown(current)
    }
    if (chosen === 'same' && !isDirty) shown(current)
    if (chosen !== 'held' && !isDirty) return desk.onKept(true)
    const grew = chosen === 'same' || (chosen === 'held' && held.stamp?.base === current?.rev)
    if (chosen === 'current') desk.onTrouble('shown-older')
    base = current?.rev
    isDirty = true
    await save(grew ? undefined : 'older')
  }
  channel?.listen(() => void tryTo(look))
  const opened = tryTo(open)

  return {
    /** The letter of local storage and the database's are one; false where the browser refused. */
    opened,
    typed() {
      isDirty = true
      typedAt = now()
      timer ??= setTimeout(
        () => void tryTo(save),
        desk.text().html.length > large ? waitMs.pictures : waitMs.words,
      )
    },
    /** Keeps nothing that still waits: the letter is paid. */
    drop() {
      isDirty = false
      clearTimeout(timer)
      timer = undefined
    },
    /** Keeps at once what still waits. */
    flush: () => tryTo(save),
    /** The same, for Enviar. Whether the letter was sent before; true where that is not known. */
    send: () =>
      inTurn(async () => {
        await save()
        return letters.markSent()
      }).catch(() => true),
    look: () => tryTo(look),
    addVersion: (because: Reason) => {
      const text = desk.text()
      return tryTo(() => letters.addVersion(text, because, now(), base))
    },
    /** Newest first, without pictures, and the present text as it would be among them. @throws */
    async versions(): Promise<{ versions: Version[]; present: string; at: number }> {
      await tryTo(save)
      const { html } = desk.text()
      return { versions: await letters.versions(), present: await letters.slim(html), at: changedAt ?? now() }
    },
    whole: letters.whole,
    /** The account's copy, where it is of exactly this text. */
    async copyOf(html: string): Promise<{ id: string; sha256: string } | undefined> {
      const both = await Promise.all([letters.copy(), letters.current()]).catch(() => [])
      const [copy, current] = both as [ServerCopy?, Current?]
      if (!copy || copy.isGone || copy.rev !== current?.rev || current.html !== html) return undefined
      return { id: copy.id, sha256: await sha256Of(new Blob([html])) }
    },
    base: () => base,
    /** The letter's id, as far as it is kept. */
    id: () => id,
    /** Calls the listener after each kept change, with its length. Returns how to stop. */
    onSaved(listener: (length: number) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Forgets every text and picture of this browser; gives the letter's copy in the account. @throws */
    erase: () =>
      inTurn(async () => {
        isDirty = false
        const copy = await letters.forget()
        shown(undefined)
        channel?.tell()
        return copy
      }),
    /** Shows the account's text, unless something was typed or kept since `of.base`. */
    take: (text: Text, of: Parameters<Letters['take']>[1]) =>
      inTurn(async () => {
        if (isDirty || isClosed || !(await letters.take(text, of))) return false
        channel?.tell()
        const current = await letters.current()
        // What was typed meanwhile is saved over it, and it becomes a version.
        if (!isDirty) shown(current)
        return true
      }),
    /** What the account's side needs of the database. */
    letters,
    isBlank: () => isBlank(desk.text().html),
    async close() {
      await tryTo(save)
      isClosed = true
      clearTimeout(lookTimer)
      channel?.close()
      letters.close()
    },
  }
}
