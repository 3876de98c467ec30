import type { Draft, DraftList, KeepDraftBody, KeptDraft } from '@lacre/letter/calls.ts'
import { ask } from '../api.ts'
import type { ServerCopy } from '../journal/tables.ts'
import type { DraftJournal } from './draft-journal.ts'

const second = 1000
const large = 300_000
const waitMs = { words: 3 * second, pictures: 20 * second, trouble: 60 * second }

export type AccountNews = 'kept' | 'not-kept' | 'other-device'

const path = (id: string) => `/drafts/${encodeURIComponent(id)}`
const list = () => ask<DraftList>({ method: 'GET', path: '/drafts/', bearer: true })
const read = (id: string) => ask<Draft>({ method: 'GET', path: path(id), bearer: true })
const put = (id: string, body: KeepDraftBody) =>
  ask<KeptDraft>({ method: 'PUT', path: path(id), body, bearer: true })

/**
 * Keeps the journal's letter in the account as well (design, section 4): what was changed elsewhere is never written
 * over, and the newer of two texts is shown. Ends with the returned deed.
 */
export function keepInAccount(
  journal: DraftJournal,
  { hasPending, onNews }: { hasPending: () => boolean; onNews: (news: AccountNews) => void },
): () => void {
  const { letter } = journal
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  /** One tab at a time: they share the letter and its copy. */
  const alone = (deed: () => Promise<void>) =>
    (navigator.locks as LockManager | undefined)?.request('lacre-account', deed) ?? deed()
  const run = (deed: () => Promise<void>) =>
    void alone(async () => {
      if (!isOver) await deed()
    }).catch(() => onNews('not-kept'))

  function later(wait: number) {
    if (!isOver) timer ??= setTimeout(() => ((timer = undefined), run(send)), wait)
  }
  const changed = (length: number) => later(length > large ? waitMs.pictures : waitMs.words)

  /** What the account has when one comes: the known copy's newer text, or for a browser without letters the newest. */
  async function meet() {
    const copy = await letter.copy()
    if (copy) {
      const remote = await read(copy.id)
      if (remote.ok && remote.body.version !== copy.version) await settle(remote.body, copy)
      // Somebody else's, or gone: what is here begins a copy of its own.
      if (!remote.ok && remote.status === 404) await letter.putCopy(undefined)
    } else await meetFirst()
    await send()
  }
  async function meetFirst() {
    const found = await list()
    const newest = found.ok ? found.body.drafts[0] : undefined
    const remote = newest && (await read(newest.id))
    if (!remote?.ok) return
    const { content, updatedAt } = remote.body
    if (hasPending() || !(await letter.isFresh())) return letter.keepVersion(content, Date.parse(updatedAt))
    await take(remote.body)
  }
  async function take({ id, version, content, updatedAt }: Draft) {
    const at = await letter.take(content, Date.parse(updatedAt))
    await letter.putCopy({ id, version, at })
  }

  /** The account's text is another one. */
  async function settle(remote: Draft, copy: ServerCopy) {
    const current = await letter.current()
    const remoteAt = Date.parse(remote.updatedAt)
    const isUntouched = current === undefined || current.at === copy.at
    if (current?.html === remote.content)
      return letter.putCopy({ ...copy, version: remote.version, at: current.at })
    if (!hasPending() && (isUntouched || remoteAt > current.at)) await take(remote)
    else {
      await letter.keepVersion(remote.content, remoteAt)
      await letter.putCopy({ ...copy, version: remote.version })
    }
    if (!isUntouched) onNews('other-device')
  }

  async function send() {
    const [current, copy] = [await letter.current(), await letter.copy()]
    if (!current || (!copy && letter.isBlank(current.html))) return
    if (copy?.at === current.at) return onNews('kept')
    const id = copy?.id ?? crypto.randomUUID()
    const kept = await put(id, { content: current.html, basedOn: copy?.version ?? null })
    if (kept.ok) {
      await letter.putCopy({ id, version: kept.body.version, at: current.at })
      return onNews('kept')
    }
    if (kept.status === 409) {
      const remote = await read(id)
      if (!remote.ok) return later(waitMs.trouble)
      await settle(remote.body, { id, version: remote.body.version, at: copy?.at ?? 0 })
      return later(waitMs.words)
    }
    onNews('not-kept')
    if (kept.status === 404) await letter.putCopy(undefined)
    // A session that has ended is found out by Enviar; until then the letter is safe here.
    if (kept.status !== 401) later(waitMs.trouble)
  }

  const stopListening = journal.onRecorded(changed)
  run(meet)
  return () => {
    isOver = true
    clearTimeout(timer)
    stopListening()
  }
}

/** Borrar borrador and a sent letter: the account's copy goes too. False when the account could not be asked. */
export async function dropFromAccount(id: string): Promise<boolean> {
  const dropped = await ask<unknown>({ method: 'DELETE', path: path(id), bearer: true }, () =>
    Promise.resolve(null),
  )
  return dropped.ok || dropped.status === 404 || dropped.status === 401
}
