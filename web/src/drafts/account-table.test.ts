import { expect, test } from 'vitest'
import {
  type Account,
  type AccountEffect,
  type AccountEvent,
  type AccountEvents,
  newAccount,
  reduceAccount,
} from './draft-account.ts'

const copy = { id: 'a', version: 2, at: 5 }
const remote = { id: 'a', version: 3, updatedAt: new Date(9).toISOString(), content: '<p>de allí</p>' }
const newest = { ...remote, id: 'b', updatedAt: new Date(11).toISOString() }
const current = { html: '<p>de aquí</p>', at: 7 }
const local = (more: Partial<AccountEvents['local']> = {}): AccountEvent => ({
  is: 'local',
  current,
  copy,
  isBlank: false,
  isFresh: false,
  hasPending: false,
  newId: 'n',
  ...more,
})
const at = (is: Account['is'], more: Partial<Account> = {}): Account => ({ ...newAccount, is, copy, ...more })
const wordOf = (effect: AccountEffect) => (effect.do === 'report' ? effect.news : effect.do)
const refused = (status: number) => ({ ok: false, status }) as const
const met = { hasMet: true }

test.each<[string, Account, AccountEvent, string[]]>([
  ['the page has come', at('resting'), { is: 'opened' }, ['locking', 'lock']],
  ['a change', at('resting'), { is: 'changed', length: 9 }, ['resting', 'startTimer']],
  ['its time has come', at('resting'), { is: 'due' }, ['locking', 'lock']],
  ['its time has come while busy', at('sending'), { is: 'due' }, ['sending']],
  ['alone, for the first time', at('locking'), { is: 'locked' }, ['meeting', 'eraseWaiting', 'read']],
  ['alone, later', at('locking', met), { is: 'locked' }, ['reading', 'read']],
  ['alone, but the page was left', at('locking', { isOver: true }), { is: 'locked' }, ['resting', 'unlock']],
  ['the journal, at first', at('meeting'), local(), ['listing', 'list']],
  ['another version there', at('listing'), { is: 'listed', drafts: [newest, remote] }, ['asking', 'fetch']],
  [
    'the same version',
    at('listing'),
    { is: 'listed', drafts: [newest, { ...remote, version: 2 }] },
    ['reading', 'read'],
  ],
  ['erased there', at('listing'), { is: 'listed', drafts: [newest] }, ['reading', 'putCopy', 'read']],
  [
    'never arrived there',
    at('listing', { copy: { ...copy, version: 0 } }),
    { is: 'listed', drafts: [newest] },
    ['reading', 'read'],
  ],
  ['no list', at('listing'), { is: 'listed', drafts: undefined }, ['reading', 'read']],
  [
    'a letter there, none here',
    at('listing', { copy: undefined }),
    { is: 'listed', drafts: [newest, remote] },
    ['asking', 'fetch'],
  ],
  [
    'no letter anywhere',
    at('listing', { copy: undefined }),
    { is: 'listed', drafts: [] },
    ['reading', 'read'],
  ],
  [
    'another text there',
    at('asking'),
    { is: 'draft', answer: { ok: true, body: remote } },
    ['comparing', 'read'],
  ],
  ['erased as it was asked for', at('asking'), { is: 'draft', answer: refused(404) }, ['reading', 'read']],
  [
    'newer there, untouched here',
    at('comparing', { remote }),
    local({ current: { ...current, at: 5 } }),
    ['reading', 'take', 'read'],
  ],
  [
    'newer there, changed here',
    at('comparing', { remote }),
    local(),
    ['reading', 'take', 'other-device', 'read'],
  ],
  [
    'newer here',
    at('comparing', { remote }),
    local({ current: { ...current, at: 12 } }),
    ['reading', 'keepVersion', 'putCopy', 'other-device', 'read'],
  ],
  [
    'a letter waits for its writer',
    at('comparing', { remote }),
    local({ hasPending: true }),
    ['reading', 'keepVersion', 'putCopy', 'other-device', 'read'],
  ],
  ['erased here meanwhile', at('comparing', { remote }), local({ copy: undefined }), ['reading', 'read']],
  [
    'the first meeting, nothing here',
    at('comparing', { copy: undefined, remote }),
    local({ copy: undefined, isFresh: true }),
    ['reading', 'take', 'read'],
  ],
  [
    'the first meeting, something here',
    at('comparing', { copy: undefined, remote }),
    local({ copy: undefined }),
    ['reading', 'keepVersion', 'read'],
  ],
  ['nothing to send', at('reading'), local({ current: undefined }), ['resting', 'unlock']],
  ['sent already', at('reading'), local({ copy: { ...copy, at: 7 } }), ['resting', 'kept', 'unlock']],
  ['a change to send', at('reading'), local(), ['sending', 'put']],
  ['a letter without a name', at('reading'), local({ copy: undefined }), ['sending', 'putCopy', 'put']],
  [
    'kept',
    at('sending', met),
    { is: 'put', answer: { ok: true, body: { version: 3 } }, isErased: false },
    ['resting', 'putCopy', 'kept', 'unlock'],
  ],
  [
    'kept, another change is due',
    at('sending', { ...met, isDue: true }),
    { is: 'put', answer: { ok: true, body: { version: 3 } }, isErased: false },
    ['locking', 'putCopy', 'kept', 'unlock', 'lock'],
  ],
  [
    'erased on its way',
    at('sending', met),
    { is: 'put', answer: { ok: true, body: { version: 3 } }, isErased: true },
    ['resting', 'unlock'],
  ],
  [
    'changed elsewhere',
    at('sending', met),
    { is: 'put', answer: refused(409), isErased: false },
    ['refused', 'fetch'],
  ],
  [
    'the session has ended',
    at('sending', met),
    { is: 'put', answer: refused(401), isErased: false },
    ['resting', 'not-kept', 'unlock'],
  ],
  [
    'no network',
    at('sending', met),
    { is: 'put', answer: refused(0), isErased: false },
    ['resting', 'not-kept', 'stopTimer', 'startTimer', 'unlock'],
  ],
  [
    'too many, another change is due',
    at('sending', { ...met, isDue: true }),
    { is: 'put', answer: refused(429), isErased: false },
    ['resting', 'not-kept', 'stopTimer', 'startTimer', 'unlock'],
  ],
  [
    'too large',
    at('sending', met),
    { is: 'put', answer: refused(413), isErased: false },
    ['resting', 'not-kept', 'stopTimer', 'startTimer', 'unlock'],
  ],
  [
    'not a letter for the account',
    at('sending', met),
    { is: 'put', answer: refused(422), isErased: false },
    ['resting', 'not-kept', 'stopTimer', 'startTimer', 'unlock'],
  ],
  ['refused for good', at('reading', { ...met, refusedAt: 7 }), local(), ['resting', 'unlock']],
  ['changed since', at('reading', { ...met, refusedAt: 6 }), local(), ['sending', 'put']],
  [
    'the other text',
    at('refused', { ...met, sent: { id: 'a', at: 7 } }),
    { is: 'draft', answer: { ok: true, body: remote } },
    ['comparing', 'read'],
  ],
  ['the journal fails', at('reading', met), { is: 'failed' }, ['resting', 'not-kept', 'unlock']],
])('%s', (_, account, event, expected) => {
  const next = reduceAccount(account, event)
  expect([next.account.is, ...next.effects.map(wordOf)]).toEqual(expected)
})

test('a change is sent on the version it was made from, and nothing is sent after the page was left', () => {
  expect(reduceAccount(at('reading'), local()).effects).toEqual([
    { do: 'put', id: 'a', content: current.html, basedOn: 2 },
  ])
  const left = reduceAccount(at('sending'), { is: 'left' }).account
  expect(reduceAccount(left, { is: 'put', answer: refused(0), isErased: false }).effects.map(wordOf)).toEqual(
    ['not-kept', 'stopTimer', 'unlock'],
  )
})

test('what is refused is reported in the server’s words, and a text that will not be taken is known by its time', () => {
  const answer = { ...refused(413), detail: 'Borre otro.' }
  const sending = at('sending', { sent: { id: 'a', at: 7 } })
  const { account, effects } = reduceAccount(sending, { is: 'put', answer, isErased: false })
  expect([account.refusedAt, effects[0]]).toEqual([
    7,
    { do: 'report', news: 'not-kept', detail: 'Borre otro.' },
  ])
})

test('each failure doubles the wait up to five minutes, the server’s own wait counts, and a success ends it', () => {
  let account = at('sending', met)
  const put = (answer: AccountEvents['put']['answer']) => {
    const next = reduceAccount({ ...account, is: 'sending' }, { is: 'put', answer, isErased: false })
    account = next.account
    return next.effects.flatMap((effect) => (effect.do === 'startTimer' ? effect.ms / 1000 : []))
  }
  const waits = [0, 503, 429, 0, 0, 0].flatMap((status) => put(refused(status)))
  expect(waits).toEqual([60, 120, 240, 300, 300, 300])
  expect(put({ ...refused(429), retryAfterMs: 3_600_000 })).toEqual([3600])
  expect(put({ ok: true, body: { version: 3 } })).toEqual([])
  expect(put({ ...refused(429), retryAfterMs: 1000 })).toEqual([60])
})
