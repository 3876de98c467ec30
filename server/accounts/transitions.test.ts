// @module-tag long
// @module-tag deep
import { expect, test } from 'vitest'
import { keysOf } from '@lacre/letter/keys-of.ts'
import { isThorough } from '../../tools/thorough.ts'
import { openAccounts } from '../testing/test-app.ts'
import { explore } from '../testing/mailbox/explore.ts'
import { unpaidMark } from '../testing/mailbox/keeping.ts'
import { actions, type ActionName } from '../testing/mailbox/people.ts'
import { newScene, type Person, type Scene } from '../testing/mailbox/scene.ts'
import {
  keyOf,
  paidLetters,
  pictureOf,
  type AccountPicture,
  type AccountState,
  type Picture,
} from '../testing/mailbox/picture.ts'
import type { Passwords } from './passwords.ts'

/** Left out day by day, which halves the time; they lead to variants of the same. */
const rare: ActionName[] = [
  'he pays a letter',
  'he asks for a link',
  'he changes his password',
  'she opens the link about his claim, with her password',
]
const names = keysOf(actions).filter((name) => process.env.LACRE_ALL_ORDERS || !rare.includes(name))

/** Passwords that cost nothing: thousands of them are checked. */
const plainPasswords: Passwords = {
  hash: (password) => Promise.resolve(password),
  inTurn: (_, work) => work((password, known) => Promise.resolve(password === known)),
}

type Step = {
  name: ActionName
  before: Picture & { ids: string[] }
  after: Picture & { ids: string[] }
  status: number
}

const proven = ({ accounts }: Picture) => accounts.find(({ state }) => state === 'proven')
/** Anybody may have a link sent to her: it goes to her mailbox. */
const withoutLinks = (picture: Picture) => ({ ...proven(picture), links: [] })
const opens = (account: AccountPicture, person: Person) =>
  account.sessions.includes(person) ||
  account.devices.includes(person) ||
  account.password === person ||
  account.social === person

/** Which accounts of the address may be proven so, and whether one is made where there is none. */
const proofs = {
  link: { of: ['claim'], adds: false },
  code: { of: ['proven', 'claim'], adds: true },
  google: { of: ['proven'], adds: true },
  reset: { of: ['proven', 'claim'], adds: true },
} satisfies Record<string, { of: AccountState[]; adds: boolean }>

/** What opens the account right after each proof of it, as the design says it. */
const leavesRight: Record<
  keyof typeof proofs,
  (now: AccountPicture, before: AccountPicture | undefined) => boolean
> = {
  link: (now, before) => now.password === before?.password,
  code: (now, before) =>
    now.sessions.includes('owner') &&
    !now.onlyGoogle &&
    (before?.state === 'proven' && !before.onlyGoogle
      ? now.password === before.password
      : now.password === undefined && now.sessions.length === 1 && now.devices.length === 1 && !now.social),
  google: (now, before) => before?.social !== undefined || (now.password === undefined && !now.links.length),
  reset: (now) => now.password === 'owner' && !now.sessions.length && !now.devices.length && !now.social,
}

/** What must hold wherever one comes to, and of each step on the way (design/accounts.md#claims). */
function wrongWith({ name, before, after, status }: Step): string[] {
  const { by, proves }: { by: string; proves?: keyof typeof proofs } = actions[name]
  const found: string[] = []
  const must = (holds: boolean, what: string) => void (holds || found.push(what))

  const owner = proven(after)
  must(!owner || !opens(owner, 'attacker'), 'he gets into an account that is proven')
  // It may have been begun by who had the mailbox, until she comes.
  const isFormers = by === 'former' && (!proven(before) || proven(before)?.social === 'former')
  must(
    by === 'owner' ||
      isFormers ||
      JSON.stringify(withoutLinks(before)) === JSON.stringify(withoutLinks(after)),
    'he changes an account that is proven, or proves one',
  )
  must(!owner || !opens(owner, 'owner') || !opens(owner, 'former'), 'who had the mailbox is in her account')
  must(
    !owner || (owner.book !== 'attacker' && !owner.letters.includes(unpaidMark('attacker'))),
    'what he put into his claim is in the account that is proven',
  )
  const payers = after.accounts.filter((account) => paidLetters(account).length)
  must(
    owner !== undefined || !payers.length || payers.some(({ maker }) => maker === after.tried),
    'a password of who never paid goes before that of who did',
  )
  for (const account of after.accounts) {
    for (const other of ['attacker', 'former'] as const)
      must(!account.letters.includes('owner') || !opens(account, other), `her letter is read: ${other}`)
    must(!account.letters.includes('attacker') || !opens(account, 'owner'), 'she reads his letter')
    must(account.state !== 'lost' || !account.book, 'an address book is in an account that is lost')
    const isOpen = account.password !== undefined || account.sessions.length || account.devices.length
    must(
      account.state !== 'lost' || !(account.links.length || (isOpen && !paidLetters(account).length)),
      'something opens a lost account that has not paid',
    )
    must(
      account.state !== 'lost' || !paidLetters(account).length || account.password !== undefined,
      'who paid under a claim that is lost cannot read it',
    )
  }
  const letters = ({ accounts }: Picture) => accounts.flatMap(paidLetters).length
  must(letters(after) >= letters(before), 'a paid letter is gone')
  must(after.accounts.filter(({ state }) => state === 'proven').length <= 1, 'two are proven')
  if (name === 'she enters a code') {
    must(status === 200 && owner !== undefined && owner.sessions.includes('owner'), 'she is locked out')
  }
  after.ids.forEach((id, index) => {
    const was = before.ids.indexOf(id)
    const from: AccountState | undefined = was < 0 ? undefined : before.accounts[was]?.state
    const to = after.accounts[index]?.state
    if (to === from || (from === undefined && to === 'claim')) return
    const row = proves && proofs[proves]
    const isOfTable =
      to === 'lost'
        ? row !== undefined && owner !== undefined
        : from === undefined
          ? row?.adds === true
          : (row?.of as readonly AccountState[] | undefined)?.includes(from) === true
    must(isOfTable, `${from} becomes ${to}, which is not in the table`)
  })
  if (proves && owner && status === 200) {
    const previous = before.accounts[before.ids.indexOf(after.ids[after.accounts.indexOf(owner)] ?? '')]
    must(leavesRight[proves](owner, previous), `after a proof by ${proves} something else opens the account`)
  }
  return found
}

test('whatever an owner and an attacker do, in any order, her mailbox is hers, and so are her letters (design/accounts.md#claims)', async () => {
  const app = await openAccounts({ passwords: plainPasswords })
  const begin = async () => {
    const scene: Scene = newScene(app)
    let before = await pictureOf(scene)
    const done: string[] = []
    return {
      state: keyOf(before),
      async take(name: ActionName) {
        app.clock.pass(1000)
        const answer = await actions[name].run(scene)
        if (!answer) return undefined
        done.push(name)
        const after = await pictureOf(scene)
        const wrong = wrongWith({ name, before, after, status: answer.status })
        if (wrong.length) throw new Error(`${wrong.join('; ')}: ${done.join(', ')}`)
        before = after
        return keyOf(after)
      },
    }
  }
  const graph = await explore(names, begin, isThorough ? Infinity : 400)
  expect(graph.size).toBeGreaterThan(isThorough ? 50 : 20)
}, 600_000)
