import { minutes, seconds } from '@lacre/letter/days.ts'
import type { Draft, DraftList, KeepDraftBody, KeptDraft } from '@lacre/letter/draft-calls.ts'
import { looksOf, unusual } from '@lacre/letter/looks/looks.ts'
import { ask, type Refused } from '../api.ts'
import { keepAddresses } from './kept-addresses.ts'
import type { Text } from './db.ts'
import { withAccountLock, eraseWaiting, erasures } from './erasures.ts'
import { keepLooks } from '../editor/kept-looks.ts'
import type { Store } from './store.ts'
import { isBlank, isSameText, looksLike } from './version-reason.ts'

const large = 300_000
const waitMs = { words: seconds(3), pictures: seconds(20), trouble: seconds(60), most: minutes(5) }

const path = (id: string) => `/drafts/${encodeURIComponent(id)}`
/** A background save never leads to /login. */
const session = { bearer: true, meets401: true } as const
const calls = {
  eraseWaiting,
  isErased: erasures.has,
  list: () => ask<DraftList>({ method: 'GET', path: '/drafts/', ...session }),
  fetch: (id: string) => ask<Draft>({ method: 'GET', path: path(id), ...session }),
  put: (id: string, body: KeepDraftBody) =>
    ask<Pick<KeptDraft, 'version'>>({ method: 'PUT', path: path(id), body, ...session }),
  lock: withAccountLock,
  /** Takes over the looks and addresses of a draft from the account. */
  adopt(draft: Draft) {
    keepLooks(looksOf(draft))
    if (draft.addresses) keepAddresses(draft.addresses)
  },
}
export type Calls = typeof calls

export type AccountNews = 'kept' | 'not-kept' | 'other-device'

const textOf = ({ content, addresses, ...draft }: Draft): Text => ({
  html: content,
  looks: unusual(looksOf(draft)),
  ...(addresses && { addresses }),
})

/**
 * Saves the letter in the account too (design/writing.md#account-drafts). Changes of other devices are never
 * overwritten; the newer text is shown. `mayTake`: the account's text may be shown. Returns how to stop.
 */
export function keepInAccount(
  store: Store,
  mayTake: () => boolean,
  report: (news: AccountNews, detail?: string) => void,
  { lock, ...api }: Calls = calls,
): () => void {
  const { letters } = store
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  /** Delay of the next run, for a change that came during a run. */
  let due: number | undefined
  let isOver = false
  let hasCompared = false
  let failures = 0
  /** The text that the account refused permanently. */
  let refused: string | undefined

  /** Returns the milliseconds until the next try. */
  function fail({ status, detail, retryAfterMs = 0 }: Refused): number | undefined {
    report('not-kept', detail)
    // The session has ended: Enviar handles that, and the letter is safe here.
    if (status === 401) return undefined
    return Math.max(retryAfterMs, Math.min(waitMs.most, waitMs.trouble * 2 ** failures++))
  }

  /** Compares with the drafts of other devices, once per run of the page. */
  async function compare(): Promise<Refused | undefined> {
    await api.eraseWaiting()
    const listed = await api.list()
    if (!listed.ok) return listed
    const copy = await letters.copy()
    const drafts = listed.body.drafts.filter(({ id }) => !api.isErased(id))
    // Without a copy of its own, this browser takes the newest draft.
    const remote = copy ? drafts.find(({ id }) => id === copy.id) : drafts[0]
    if (remote && remote.version !== copy?.version) {
      const found = await api.fetch(remote.id)
      if (!found.ok && found.status !== 404) return found
      if (found.ok) await resolveConflict(found.body)
    }
    // A draft erased elsewhere is saved again only after a new change here.
    if (!remote && copy?.version) await letters.putCopy({ ...copy, isGone: true })
    hasCompared = true
    return undefined
  }

  /** Shows the newer of two texts and makes the other a version. */
  async function resolveConflict(theirs: Draft) {
    const [mine, copy] = [await letters.current(), await letters.copy()]
    const { id, version, updatedAt } = theirs
    const [text, at] = [textOf(theirs), Date.parse(updatedAt)]
    const isFresh = !mine && !(await store.versions()).versions.length && store.isBlank()
    // The letter was erased or sent during the call.
    if (copy && copy.id !== id) return
    // The answer to a save from here was lost, as in a reload.
    if (copy && mine && isSameText(mine, text)) return letters.putCopy({ id, version, rev: mine.rev })
    const isUntouched = copy ? !mine || mine.rev === copy.rev : isFresh
    const isOlder = copy && mine && at <= mine.at && !isUntouched
    if (mayTake() && !isOlder && (copy || isFresh)) {
      if (await store.take(text, { id, version, base: mine?.rev, at })) {
        api.adopt(theirs)
        if (!isUntouched) report('other-device')
        return
      }
    }
    if (mine && looksLike(mine, text)) return copy && letters.putCopy({ ...copy, version })
    await letters.addVersion(text, 'account', at)
    if (!copy) return
    await letters.putCopy({ ...copy, version })
    if (!isUntouched) report('other-device')
  }

  async function sync(): Promise<number | undefined> {
    if (isOver) return undefined
    const failed = hasCompared ? undefined : await compare()
    if (failed) return fail(failed)
    const copy = await letters.copy()
    let mine = await letters.current()
    if (!mine || (!copy && isBlank(mine.html)) || mine.html === refused) return undefined
    if (copy?.rev === mine.rev) return (report(copy.isGone ? 'not-kept' : 'kept'), undefined)
    if (copy?.isGone) {
      await letters.rename()
      mine = (await letters.current()) ?? mine
    }
    const { id, rev, html, looks, addresses } = mine
    const basedOn = (!copy?.isGone && copy?.version) || null
    // The id is stored before the call, so that Borrar borrador can erase a draft still on its way.
    if (!basedOn) await letters.putCopy({ id, version: 0, rev: 0 })
    const answer = await api.put(id, { content: html, basedOn, ...looks, ...(addresses && { addresses }) })
    if (api.isErased(id)) return undefined
    if (answer.ok) {
      failures = 0
      await letters.putCopy({ id, version: answer.body.version, rev })
      report('kept')
      return undefined
    }
    if (answer.status === 409) {
      const found = await api.fetch(id)
      if (!found.ok) return fail(found)
      await resolveConflict(found.body)
      return waitMs.words
    }
    if (answer.status === 404) await letters.rename()
    if (answer.status === 413 || answer.status === 422) refused = html
    return fail(answer)
  }

  function wait(ms: number) {
    if (isOver) return
    if (isRunning) due = ms
    else timer ??= setTimeout(() => void run(), ms)
  }
  /** One run at a time; a change during a run waits for the delay that the run returns. */
  async function run() {
    timer = undefined
    isRunning = true
    const ms = await lock(sync).catch(() => report('not-kept'))
    isRunning = false
    const next = ms ?? due
    due = undefined
    if (next !== undefined) wait(next)
  }
  const stopListening = store.onSaved((length) => wait(length > large ? waitMs.pictures : waitMs.words))
  void run()
  return () => {
    isOver = true
    stopListening()
    clearTimeout(timer)
  }
}
