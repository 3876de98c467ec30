import type { Current, Letters, Rev, ServerCopy, Text, Version } from './db.ts'
import type { Stamp } from './draft.ts'
import { sha256Of } from './pictures.ts'
import { type Channel, openChannel } from './tabs.ts'
import { isBlank, type Reason, withoutPictures } from './version-reason.ts'

const large = 1_000_000
const waitMs = { words: 200, pictures: 700 }
/** No text is replaced within this time after a key. */
const quietMs = 1000

/** What the store needs of the page. */
export type Page = {
  text: () => Text
  /** Shows another text, of revision `base`. */
  show: (html: string, base: Rev | undefined) => void
  /** Local storage at opening. `stamp` undefined: another page wrote it. `hidden`: a draft behind a pending letter. */
  local: { html: string; stamp: Stamp | undefined; hidden: string }
  onKept: (isKept: boolean) => void
  onTrouble: (trouble: 'other-tab' | 'newer-tab' | 'shown-older') => void
}
/** Which stored text to show. An empty entry without a stamp only means that local storage was cleared. */
export function choose(local: Page['local'], current: Current | undefined): 'same' | 'local' | 'current' {
  const { html, stamp } = local
  if (!current) return html === '' ? 'same' : 'local'
  if (html === current.html) return 'same'
  // The same text, stored without pictures for lack of room.
  if (html !== '' && html === withoutPictures(current.html)) return 'current'
  if (!stamp) return html === '' ? 'current' : 'local'
  return stamp.base === current.rev || stamp.at > current.at ? 'local' : 'current'
}

export type Store = ReturnType<typeof openStore>

/**
 * Stores every change within a second and shows changes of other tabs (design/writing.md#no-word-is-lost). A write names
 * its base revision; the loser of a conflict becomes a version (design/writing.md#newer-text-wins).
 */
export function openStore(
  letters: Letters,
  page: Page,
  channel: Channel | undefined = openChannel(),
  now = Date.now,
) {
  let base: Rev | undefined = page.local.stamp?.base
  let id: string | undefined
  /** The last revision written by this tab, while it shows it. */
  let written: Rev | undefined
  let changedAt: number | undefined
  let isDirty = false
  let isClosed = false
  let typedAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  let lookTimer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<(length: number) => void>()

  let queue: Promise<unknown> = Promise.resolve()
  /** Runs actions one after the other: each needs the base that the last one left. */
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
    // Before the base changes: a photo still loading for an erased text is erased with it.
    const here = page.text().html
    // An empty page stays: a photo may be loading for it.
    if (html !== here && (html || !isBlank(here))) page.show(html, current?.rev)
    base = current?.rev
    id = current?.id
    changedAt = current?.at
    written = undefined
    isDirty = false
  }

  /** @throws when the browser refuses; the change then stays pending. */
  async function save(because?: Reason) {
    clearTimeout(timer)
    timer = undefined
    if (!isDirty) return
    isDirty = false
    const [text, at] = [page.text(), now()]
    // Addresses alone are no letter.
    if (base === undefined && isBlank(text.html)) return
    try {
      const kept = await letters.put(text, { base, at, because })
      if (kept === 'erased') return shown((await letters.current()) ?? undefined)
      base = written = kept.rev
      id = kept.id
      changedAt = at
      page.onKept(true)
      if (kept.conflict) page.onTrouble('newer-tab')
    } catch (failure) {
      isDirty = true
      page.onKept(false)
      throw failure
    }
    channel?.tell()
    listeners.forEach((listener) => listener(text.html.length))
  }

  async function look() {
    await save()
    const current = await letters.current()
    // A change made meanwhile is saved next, which looks again.
    if (isDirty || isClosed || current?.rev === base) return
    if (now() - typedAt < quietMs) {
      lookTimer ??= setTimeout(() => ((lookTimer = undefined), void tryTo(look)), quietMs)
      return
    }
    if (current && written !== undefined && current.lost >= written) page.onTrouble('other-tab')
    shown(current)
  }

  async function open() {
    const { current, erased } = await letters.open()
    const { local } = page
    if (isClosed) return
    const isErased = local.stamp?.base !== undefined && local.stamp.base <= erased
    if (isErased) shown(current)
    if (isErased) return page.onKept(true)
    await letters.addVersion({ html: local.hidden }, 'older', now())
    const chosen = choose(local, current)
    if (chosen === 'current' && !isDirty) {
      if (local.html !== withoutPictures(current?.html ?? ''))
        await letters.addVersion({ html: local.html }, 'older', local.stamp?.at ?? now(), local.stamp?.base)
      // A key during that write keeps the text of the page.
      if (!isDirty) shown(current)
    }
    if (chosen === 'same' && !isDirty) shown(current)
    if (chosen !== 'local' && !isDirty) return page.onKept(true)
    const grew = chosen === 'same' || (chosen === 'local' && local.stamp?.base === current?.rev)
    if (chosen === 'current') page.onTrouble('shown-older')
    base = current?.rev
    isDirty = true
    await save(grew ? undefined : 'older')
  }
  channel?.listen(() => void tryTo(look))
  const opened = tryTo(open)

  return {
    /** Resolves when local storage and database agree; false where the browser refused. */
    opened,
    typed() {
      isDirty = true
      typedAt = now()
      timer ??= setTimeout(
        () => void tryTo(save),
        page.text().html.length > large ? waitMs.pictures : waitMs.words,
      )
    },
    /** Drops pending changes: the letter is paid. */
    drop() {
      isDirty = false
      clearTimeout(timer)
      timer = undefined
    },
    /** Writes pending changes at once. */
    flush: () => tryTo(save),
    /** Flush for Enviar. Returns whether the letter was sent before; true when unknown. */
    send: () =>
      inTurn(async () => {
        await save()
        return letters.markSent()
      }).catch(() => true),
    look: () => tryTo(look),
    addVersion: (because: Reason) => {
      const text = page.text()
      return tryTo(() => letters.addVersion(text, because, now(), base))
    },
    /** The versions, newest first and without pictures, and the present text in the same form. @throws */
    async versions(): Promise<{ versions: Version[]; present: string; at: number }> {
      await tryTo(save)
      const { html } = page.text()
      return { versions: await letters.versions(), present: await letters.slim(html), at: changedAt ?? now() }
    },
    whole: letters.whole,
    /** The copy in the account, if it has exactly this text. */
    async copyOf(html: string): Promise<{ id: string; sha256: string } | undefined> {
      const both = await Promise.all([letters.copy(), letters.current()]).catch(() => [])
      const [copy, current] = both as [ServerCopy?, Current?]
      if (!copy || copy.isGone || copy.rev !== current?.rev || current.html !== html) return undefined
      return { id: copy.id, sha256: await sha256Of(new Blob([html])) }
    },
    base: () => base,
    /** Undefined until the letter is stored. */
    id: () => id,
    /** After each stored change, with the length of the text. Returns how to stop. */
    onSaved(listener: (length: number) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Erases every text and picture of this browser; returns the copy in the account. @throws */
    erase: () =>
      inTurn(async () => {
        isDirty = false
        const copy = await letters.forget()
        shown(undefined)
        channel?.tell()
        return copy
      }),
    /** Shows the text of the account, unless the letter changed since `of.base`. */
    take: (text: Text, of: Parameters<Letters['take']>[1]) =>
      inTurn(async () => {
        if (isDirty || isClosed || !(await letters.take(text, of))) return false
        channel?.tell()
        const current = await letters.current()
        // A change made meanwhile is saved over it; the account's text becomes a version.
        if (!isDirty) shown(current)
        return true
      }),
    /** For sync.ts. */
    letters,
    isBlank: () => isBlank(page.text().html),
    async close() {
      await tryTo(save)
      isClosed = true
      clearTimeout(lookTimer)
      channel?.close()
      letters.close()
    },
  }
}
