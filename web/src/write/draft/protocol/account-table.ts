import { minutes, seconds } from '@lacre/letter/days.ts'
import type { Refused } from '../../../api.ts'
import type { ServerCopy } from '../../../journal/journal.ts'
import type {
  Account,
  AccountEffect,
  AccountEvent,
  AccountEvents,
  AccountName,
  AccountNews,
} from './account.ts'

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
