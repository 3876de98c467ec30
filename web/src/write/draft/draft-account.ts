import { seconds } from '@lacre/letter/duration.ts'
import type { Draft, DraftList, KeepDraftBody, KeptDraft } from '@lacre/letter/calls.ts'
import { ask } from '../../api.ts'
import { aloneWithCopy } from '../../journal/account-copy.ts'
import { eraseWaiting } from '../../journal/erase-in-account.ts'
import { erasures } from '../../journal/erasures.ts'
import type { ServerCopy } from '../../journal/tables.ts'
import type { DraftJournal } from './draft-journal.ts'

const large = 300_000
const waitMs = { words: seconds(3), pictures: seconds(20), trouble: seconds(60) }

export type AccountNews = 'kept' | 'not-kept' | 'other-device'

const path = (id: string) => `/drafts/${encodeURIComponent(id)}`
const list = () => ask<DraftList>({ method: 'GET', path: '/drafts/', bearer: true })
const read = (id: string) => ask<Draft>({ method: 'GET', path: path(id), bearer: true })
const put = (id: string, body: KeepDraftBody) =>
  ask<KeptDraft>({ method: 'PUT', path: path(id), body, bearer: true })

/**
 * Keeps the journal's letter in the account as well (design.md#account-drafts): what was changed elsewhere is never
 * written over, and the newer of two texts is shown. Returns how to stop.
 */
export function keepInAccount(
  journal: DraftJournal,
  { hasPending, onNews }: { hasPending: () => boolean; onNews: (news: AccountNews) => void },
): () => void {
  const { letter } = journal
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  const run = (action: () => Promise<void>) =>
    void aloneWithCopy(async () => {
      if (!isOver) await action()
    }).catch(() => onNews('not-kept'))

  function later(wait: number) {
    if (!isOver) timer ??= setTimeout(() => ((timer = undefined), run(send)), wait)
  }
  const changed = (length: number) => later(length > large ? waitMs.pictures : waitMs.words)

  /** What the account has when one comes: the known copy's newer text, or for a browser without letters the newest. */
  async function meet() {
    await eraseWaiting()
    const copy = await letter.copy()
    if (copy) {
      const remote = await read(copy.id)
      if (remote.ok && remote.body.version !== copy.version) await settle(remote.body, copy)
      // What was erased there does not come back by itself: only what is written here from now on.
      if (!remote.ok && remote.status === 404 && copy.version > 0)
        await letter.putCopy({ ...copy, isGone: true })
    } else await meetFirst()
    await send()
  }
  async function meetFirst() {
    const found = await list()
    const newest = found.ok ? found.body.drafts.find(({ id }) => !erasures.has(id)) : undefined
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
    const [current, known] = [await letter.current(), await letter.copy()]
    if (!current || (!known && letter.isBlank(current.html))) return
    if (known?.at === current.at) return onNews(known.isGone ? 'not-kept' : 'kept')
    const copy = known?.isGone ? undefined : known
    const id = copy?.id ?? crypto.randomUUID()
    // Its name is kept first: what is on its way to the account can be erased there.
    if (!copy) await letter.putCopy({ id, version: 0, at: 0 })
    const kept = await put(id, { content: current.html, basedOn: copy?.version || null })
    if (erasures.has(id)) return
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
    // Enviar finds out that a login session has ended; until then the letter is safe here.
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
