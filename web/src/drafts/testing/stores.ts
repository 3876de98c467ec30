import type { Draft } from '@lacre/letter/draft-calls.ts'
import type { Answer } from '../../api.ts'
import type { Recorded, Current, ServerCopy } from '../../journal/journal.ts'
import { isBlank, reasonForVersion } from '../../journal/version-reason.ts'

/** The journal's rules without a database; it keeps every version, so that a test sees each that was made. */
export function journalInMemory() {
  let current: (Current & { settledAt: number }) | undefined
  let versions: { html: string; because: string }[] = []
  let copy: ServerCopy | undefined
  let erasedAt = 0

  const isErased = (base: number | undefined) => base !== undefined && base <= erasedAt

  function addVersion({ html = '', because }: { html?: string; because: string }, base?: number) {
    if (isBlank(html) || isErased(base)) return
    if (because === 'older' && versions.some((one) => one.html === html)) return
    versions = [...versions.filter((one) => one.html !== html), { html, because }]
  }
  return {
    addVersion,
    current: (): Current | undefined => current && { html: current.html, at: current.at },
    versions: () => versions.map(({ html }) => html),
    texts: () => [...(current ? [current.html] : []), ...versions.map(({ html }) => html)],
    copy: () => copy,
    /** False when there is another letter meanwhile. */
    putCopy(next: ServerCopy, of?: number) {
      const isSame = of === undefined ? copy?.id === next.id : current?.at === of
      if (isSame) copy = next
      return isSame
    },
    erasedAt: () => erasedAt,
    record(html: string, now: number, base: number | undefined, reason?: string): Recorded {
      if (isErased(base)) return { at: 0, overtook: false, isErased: true }
      const before = current
      const at = Math.max(now, (before?.at ?? erasedAt) + 1)
      const isOther = before !== undefined && before.html !== html && !isBlank(before.html)
      const overtook = isOther && (reason !== undefined || before.at !== base)
      const because = before && (overtook ? (reason ?? 'other-tab') : reasonForVersion(before, { at, html }))
      current = { at, html, settledAt: because ? at : (before?.settledAt ?? at) }
      if (before && because) addVersion({ html: before.html, because })
      return { at, overtook }
    },
    /** The letter is sent. */
    archive() {
      if (current) addVersion({ html: current.html, because: 'sent' })
      const was = copy
      current = copy = undefined
      return was
    },
    forget(now: number) {
      erasedAt = now
      const was = copy
      current = copy = undefined
      versions = []
      return was
    },
  }
}

/** The account's drafts, as the server keeps them. `onOverwrite` sees each text whose place another one has taken. */
export function accountInMemory(onOverwrite: (old: string) => void) {
  const drafts = new Map<string, Draft>()
  const keep = (id: string, version: number, content: string, now: number) =>
    void drafts.set(id, { id, version, content, updatedAt: new Date(now).toISOString() })
  return {
    drafts,
    keep,
    /** But for the one of this name. */
    texts: (but?: string) =>
      [...drafts.values()].filter(({ id }) => id !== but).map(({ content }) => content),
    list: () => [...drafts.values()].toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt)),
    fetch(id: string): Answer<Draft> {
      const draft = drafts.get(id)
      return draft ? { ok: true, body: draft } : { ok: false, status: 404 }
    },
    put(id: string, content: string, basedOn: number | null, now: number): Answer<{ version: number }> {
      const draft = drafts.get(id)
      if (draft && draft.version !== basedOn) return { ok: false, status: 409 }
      const version = (basedOn ?? 0) + 1
      keep(id, version, content, now)
      if (draft) onOverwrite(draft.content)
      return { ok: true, body: { version } }
    },
  }
}
