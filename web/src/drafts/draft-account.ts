import { minutes, seconds } from '@lacre/letter/days.ts'
import type { Draft, DraftList, KeepDraftBody, KeptDraft } from '@lacre/letter/draft-calls.ts'
import { looksOf, unusual } from '@lacre/letter/looks/looks.ts'
import { type Answer, ask, type Refused } from '../api.ts'
import { aloneWithCopy, eraseWaiting, erasures } from '../journal/erasures.ts'
import type { Current, ServerCopy } from '../journal/journal.ts'
import { keepLooks, looksToSend } from '../journal/kept-looks.ts'
import { isBlank } from '../journal/version-reason.ts'
import type { DraftJournal } from './draft-journal.ts'
import { run, type Tagged } from './tagged.ts'

/** What keeping the letter in the account waits for. */
type AccountName =
  | 'resting' // a change of the letter
  | 'locking' // the other tabs of this browser
  | 'meeting' // the journal, when the page has come
  | 'listing' // what letters the account has, and in which version
  | 'asking' // the account's text of this letter, or of the newest one
  | 'comparing' // the journal, beside the account's text
  | 'reading' // the journal, for what is to be sent
  | 'sending' // the account
  | 'refused' // the account's text, which somebody else has changed

export type Account = {
  is: AccountName
  /** What the journal knew of the letter's copy. */
  copy: ServerCopy | undefined
  /** The account's text. */
  remote: Draft | undefined
  /** What is on its way, and when it was changed. */
  sent: { id: string; at: number }
  /** When the text was changed that the account will never take. */
  refusedAt: number | undefined
  /** How often in a row it could not be sent. */
  failures: number
  /** The account's text was looked at once; from then on the letter is only sent. */
  hasMet: boolean
  /** Something changed while the last change was on its way. */
  isDue: boolean
  isOver: boolean
}

/** What the browser holds; `newId` is for a letter that has no name in the account yet. */
type Local = {
  current: Current | undefined
  copy: ServerCopy | undefined
  isBlank: boolean
  /** It has never held a letter. */
  isFresh: boolean
  hasPending: boolean
  newId: string
}
export type AccountEvents = {
  opened: object
  /** A letter of that length was kept in the journal. */
  changed: { length: number }
  due: object
  left: object
  locked: object
  local: Local
  draft: { answer: Answer<Draft> }
  /** Newest first, without those that wait to be erased; undefined when there was no answer. */
  listed: { drafts: DraftList['drafts'] | undefined }
  /** `isErased`: meanwhile the letter was erased here. */
  put: { answer: Answer<{ version: number }>; isErased: boolean }
  failed: object
}
export type AccountEvent<Name extends keyof AccountEvents = keyof AccountEvents> = Tagged<
  'is',
  AccountEvents,
  Name
>

export type AccountNews = 'kept' | 'not-kept' | 'other-device'

/** The account's text, put beside the journal's text of `base`. */
type Remote = { draft: Draft; base: number | undefined }
export type AccountEffects = {
  lock: object
  unlock: object
  eraseWaiting: object
  read: object
  list: object
  fetch: { id: string }
  put: { id: string; content: string; basedOn: number | null }
  /** The account's text becomes the letter; fails where one types, and then it is a version. */
  take: Remote
  /** The account's text becomes a version. */
  keepVersion: Remote
  /** `of`: the text of then has it from now on. Fails when there is another letter meanwhile. */
  putCopy: { copy: ServerCopy; of?: number }
  /** `detail`: why, in the server's words. */
  report: { news: AccountNews; detail?: string | undefined }
  startTimer: { ms: number }
  stopTimer: object
}
export type AccountEffect = Tagged<'do', AccountEffects>

const large = 300_000
const waitMs = { words: seconds(3), pictures: seconds(20), trouble: seconds(60), most: minutes(5) }

type Result = [Account, ...AccountEffect[]]
type Step<Name extends keyof AccountEvents = keyof AccountEvents> = (
  account: Account,
  event: AccountEvent<Name>,
) => Result
type Row = { [Name in keyof AccountEvents]: Step<Name> }
export type AccountTable = Record<AccountName, Row>

export const newAccount: Account = {
  is: 'resting',
  copy: undefined,
  remote: undefined,
  sent: { id: '', at: 0 },
  refusedAt: undefined,
  failures: 0,
  hasMet: false,
  isDue: false,
  isOver: false,
}

const report = (news: AccountNews, detail?: string): AccountEffect => ({
  do: 'report',
  news,
  ...(detail && { detail }),
})
const startTimer = (ms: number): AccountEffect => ({ do: 'startTimer', ms })
const rest = (account: Account, ...effects: AccountEffect[]): Result =>
  account.isDue && !account.isOver
    ? [{ ...account, is: 'locking', isDue: false }, ...effects, { do: 'unlock' }, { do: 'lock' }]
    : [{ ...account, is: 'resting' }, ...effects, { do: 'unlock' }]

/** A change that comes meanwhile waits too. */
function retry({ failures, ...account }: Account, { detail, retryAfterMs = 0 }: Refused): Result {
  const ms = Math.max(retryAfterMs, Math.min(waitMs.most, waitMs.trouble * 2 ** failures))
  const waiting = { ...account, failures: failures + 1, isDue: false }
  return rest(waiting, report('not-kept', detail), { do: 'stopTimer' }, startTimer(ms))
}

const ignore: Step = (account) => [account]
const begin: Step = (account) => [{ ...account, is: 'locking' }, { do: 'lock' }]
const changed: Step<'changed'> = (account, { length }) => [
  account,
  startTimer(length > large ? waitMs.pictures : waitMs.words),
]
const due: Step = (account) => [{ ...account, isDue: true }]
const left: Step = (account) => [{ ...account, isOver: true }, { do: 'stopTimer' }]
const failed: Step = (account) => rest(account, report('not-kept'))

const locked: Step = (account) => {
  if (account.isOver) return rest(account)
  if (account.hasMet) return [{ ...account, is: 'reading' }, { do: 'read' }]
  return [{ ...account, is: 'meeting' }, { do: 'eraseWaiting' }, { do: 'read' }]
}

const met: Step<'local'> = (account, { copy }) => [{ ...account, is: 'listing', copy }, { do: 'list' }]
const listed: Step<'listed'> = (account, { drafts }) => {
  const { copy } = account
  if (!drafts) return read(account)
  // For a browser without a letter of this account the newest one counts.
  const there = copy ? drafts.find(({ id }) => id === copy.id) : drafts[0]
  if (there && there.version !== copy?.version)
    return [
      { ...account, is: 'asking' },
      { do: 'fetch', id: there.id },
    ]
  // What was erased there does not come back by itself: only what is written here from now on.
  if (!there && copy && copy.version > 0)
    return read(account, { do: 'putCopy', copy: { ...copy, isGone: true } })
  return read(account)
}
const asked: Step<'draft'> = (account, { answer }) =>
  answer.ok ? compare(account, answer.body) : read(account)

const compare = (account: Account, remote: Account['remote']): Result => [
  { ...account, is: 'comparing', remote },
  { do: 'read' },
]
const read = (account: Account, ...effects: AccountEffect[]): Result => [
  { ...account, is: 'reading', hasMet: true },
  ...effects,
  { do: 'read' },
]

const compared: Step<'local'> = (account, local) => {
  const effects = outcome(account, local)
  return account.hasMet ? rest(account, ...effects, startTimer(waitMs.words)) : read(account, ...effects)
}
/** The newer of two texts is shown, and what gives way becomes a version: nothing is written over unseen. */
function outcome({ remote, copy }: Account, local: AccountEvents['local']): AccountEffect[] {
  const { current, isFresh, hasPending } = local
  // The letter was erased or sent while the account was asked.
  if (!remote || local.copy?.id !== copy?.id) return []
  const text = { draft: remote, base: current?.at }
  if (!copy) return [{ do: hasPending || !isFresh ? 'keepVersion' : 'take', ...text }]
  const known = { ...copy, version: remote.version }
  if (current?.html === remote.content) return [{ do: 'putCopy', copy: { ...known, at: current.at } }]
  const isUntouched = current === undefined || current.at === copy.at
  const gives = !hasPending && (isUntouched || Date.parse(remote.updatedAt) > current.at)
  const effects: AccountEffect[] = gives
    ? [{ do: 'take', ...text }]
    : [
        { do: 'keepVersion', ...text },
        { do: 'putCopy', copy: known },
      ]
  return isUntouched ? effects : [...effects, report('other-device')]
}

const send: Step<'local'> = (account, { current, copy, isBlank, newId }) => {
  if (!current || (!copy && isBlank)) return rest(account)
  if (copy?.at === current.at) return rest(account, report(copy.isGone ? 'not-kept' : 'kept'))
  if (account.refusedAt === current.at) return rest(account)
  const known = copy?.isGone ? undefined : copy
  const id = known?.id ?? newId
  const put = { do: 'put', id, content: current.html, basedOn: known?.version || null } as const
  // Its name is kept first: what is on its way to the account can be erased there.
  const effects: AccountEffect[] = known
    ? [put]
    : [{ do: 'putCopy', copy: { id, version: 0, at: 0 }, of: current.at }, put]
  return [{ ...account, is: 'sending', copy: known, sent: { id, at: current.at } }, ...effects]
}
const answered: Step<'put'> = (account, { answer, isErased }) => {
  const { id, at } = account.sent
  if (isErased) return rest(account)
  if (answer.ok)
    return rest(
      { ...account, failures: 0 },
      { do: 'putCopy', copy: { id, version: answer.body.version, at } },
      report('kept'),
    )
  switch (answer.status) {
    case 409:
      return [
        { ...account, is: 'refused' },
        { do: 'fetch', id },
      ]
    // Enviar finds out that a login session has ended; until then the letter is safe here.
    case 401:
      return rest(account, report('not-kept'))
    case 404: {
      const copy: ServerCopy = { id, version: 0, at: 0, isGone: true }
      return rest(account, report('not-kept'), { do: 'putCopy', copy }, startTimer(waitMs.trouble))
    }
    // Without the wait, each pause in the typing sends megabytes that are refused again.
    case 413:
    case 422:
      return retry({ ...account, refusedAt: at }, answer)
    default:
      return retry(account, answer)
  }
}
const fetched: Step<'draft'> = (account, { answer }) => {
  if (!answer.ok) return retry(account, answer)
  const copy: ServerCopy = { id: account.sent.id, version: answer.body.version, at: account.copy?.at ?? 0 }
  return compare({ ...account, copy }, answer.body)
}

const busy = {
  opened: ignore,
  changed,
  due,
  left,
  locked: ignore,
  local: ignore,
  draft: ignore,
  listed: ignore,
  put: ignore,
  failed,
} satisfies Row

export const accountTable = {
  resting: { ...busy, opened: begin, due: begin },
  locking: { ...busy, locked },
  meeting: { ...busy, local: met },
  listing: { ...busy, listed },
  asking: { ...busy, draft: asked },
  comparing: { ...busy, local: compared },
  reading: { ...busy, local: send },
  sending: { ...busy, put: answered },
  refused: { ...busy, draft: fetched },
} satisfies AccountTable

/** What it waits for after the event, and what is to be done then, one after the other. */
export function reduceAccount<Name extends keyof AccountEvents>(
  account: Account,
  event: AccountEvent<Name>,
  table: AccountTable = accountTable,
): { account: Account; effects: AccountEffect[] } {
  const row: Row = table[account.is]
  const [next, ...effects] = row[event.is](account, event)
  return { account: next, effects: next.isOver ? effects.filter((one) => one.do !== 'startTimer') : effects }
}

const path = (id: string) => `/drafts/${encodeURIComponent(id)}`
/** Nobody who writes is led away from the letter. */
const session = { bearer: true, meets401: true } as const
const list = () => ask<DraftList>({ method: 'GET', path: '/drafts/', ...session })
const fetchDraft = (id: string) => ask<Draft>({ method: 'GET', path: path(id), ...session })
const put = (id: string, body: KeepDraftBody) =>
  ask<KeptDraft>({ method: 'PUT', path: path(id), body, ...session })

/**
 * Keeps the journal's letter in the account as well (design.md#account-drafts): what was changed elsewhere is never written
 * over, and the newer of two texts is shown. It only carries messages: what is done when, `protocol/account-table.ts`
 * says. Returns how to stop.
 */
export function keepInAccount(
  draft: DraftJournal,
  { hasPending, onNews }: { hasPending: () => boolean; onNews: (news: AccountNews, detail?: string) => void },
): () => void {
  const { letter } = draft
  let account = newAccount
  let timer: ReturnType<typeof setTimeout> | undefined
  let unlock = () => {}
  let effects: Promise<unknown> = Promise.resolve()

  function send(event: AccountEvent) {
    const next = reduceAccount(account, event)
    account = next.account
    effects = effects
      .then(async () => {
        for (const effect of next.effects) await run(perform, effect)
      })
      .catch(fail)
  }
  function fail() {
    unlock()
    send({ is: 'failed' })
  }

  const perform: { [Name in keyof AccountEffects]: (effect: AccountEffects[Name]) => unknown } = {
    lock: () => void aloneWithCopy(lock).catch(fail),
    unlock: () => unlock(),
    eraseWaiting,
    read: async () => send(await readLocal()),
    async list() {
      const found = await list()
      const drafts = found.ok ? found.body.drafts.filter(({ id }) => !erasures.has(id)) : undefined
      send({ is: 'listed', drafts })
    },
    fetch: async ({ id }) => send({ is: 'draft', answer: await fetchDraft(id) }),
    async put({ id, content, basedOn }) {
      const answer = await put(id, { content, basedOn, ...looksToSend() })
      send({ is: 'put', answer, isErased: erasures.has(id) })
    },
    take,
    keepVersion,
    putCopy: ({ copy, of }) => letter.putCopy(copy, of),
    report: ({ news, detail }) => onNews(news, detail),
    startTimer({ ms }) {
      timer ??= setTimeout(() => ((timer = undefined), send({ is: 'due' })), ms)
    },
    stopTimer() {
      clearTimeout(timer)
      timer = undefined
    },
  }
  const lock = () =>
    new Promise<void>((resolve) => {
      unlock = resolve
      send({ is: 'locked' })
    })
  async function readLocal(): Promise<AccountEvent> {
    const current = await letter.current()
    return {
      is: 'local',
      current,
      copy: await letter.copy(),
      isBlank: isBlank(current?.html ?? ''),
      isFresh: await letter.isFresh(),
      hasPending: hasPending(),
      newId: crypto.randomUUID(),
    }
  }
  /** What could not be kept here must not be written over there. */
  async function keepVersion({ draft, base }: Remote) {
    const { content, updatedAt } = draft
    const looks = unusual(looksOf(draft))
    if (!(await letter.keepVersion(content, looks, Date.parse(updatedAt), base))) throw new Error('not kept')
  }
  async function take(remote: Remote) {
    const { id, version, content, updatedAt } = remote.draft
    const at = await letter.take(content, Date.parse(updatedAt), remote.base)
    if (at !== undefined) {
      keepLooks(looksOf(remote.draft))
      return letter.putCopy({ id, version, at }, at)
    }
    await keepVersion(remote)
    throw new Error('not taken')
  }

  const stopListening = draft.onRecorded((length) => send({ is: 'changed', length }))
  send({ is: 'opened' })
  return () => {
    stopListening()
    send({ is: 'left' })
  }
}
