import { sql } from 'kysely'
import { isLostClaim } from '../../database/queries.ts'
import type { Row } from '../../database/tables.ts'
import { findPasswordCandidates } from '../../accounts/accounts-table.ts'
import { hashOfToken } from '../../accounts/sessions.ts'
import { deviceOf, passwordOf, people, type Person, type Scene } from './scene.ts'

/**
 * A claim on an address until its mailbox is proven for it; lost when another one is proven there, so that nothing opens
 * it any more, but for what it has paid (design/accounts.md#paid-unproven).
 */
export type AccountState = 'claim' | 'proven' | 'lost'

/** What opens an account, and who wrote its letters. Without ids and instants: equal states compare equal. */
export type AccountPicture = {
  maker: Person | undefined
  state: AccountState
  password: string | undefined
  social: Person | undefined
  /** Its mailbox has proven nothing of it: a word of Google's began it. */
  onlyGoogle: boolean
  /** Who wrote the address book in it. */
  book: Person | undefined
  sessions: Person[]
  devices: Person[]
  links: string[]
  letters: string[]
}
/** `tried`: who made the account that a password is tried against first in an unknown browser. */
export type Picture = { accounts: AccountPicture[]; codes: Person[]; tried: Person | undefined }

type Found = Row<'account'> & {
  is_lost: boolean
  sessions: Buffer[]
  devices: Buffer[]
  links: string[]
  letters: string[]
  book: Buffer | null
}

function stateOf({ email_verified_at, is_lost }: Found): AccountState {
  if (email_verified_at) return 'proven'
  return is_lost ? 'lost' : 'claim'
}

/** The accounts of the mailbox that something opens, oldest first, with their ids. */
export async function pictureOf(scene: Scene): Promise<Picture & { ids: string[] }> {
  const { app, mailbox, makers, tokens } = scene
  const { rows: accounts } = await sql<Found>`select account.*, ${isLostClaim} as is_lost,
    array(select token_hash from login_session where account_id = account.id) as sessions,
    array(select device_hash from known_device where account_id = account.id) as devices,
    array(select distinct purpose from email_link where account_id = account.id order by 1) as links,
    (select content from address_book where account_id = account.id) as book,
    array(select pdf_sha256 from letter where account_id = account.id order by 1) as letters
    from account where email = ${mailbox} order by created_at, id`.execute(app.db)
  const codes = await app.db
    .selectFrom('sign_in_code')
    .select('device_hash')
    .where('email', '=', mailbox)
    .execute()
  const holding = (hash: Buffer) =>
    people.find((person) => tokens[person].some((token) => hashOfToken(token).equals(hash)))
  const using = (hash: Buffer) => people.find((person) => hashOfToken(deviceOf[person]).equals(hash))
  const named = (found: (Person | undefined)[]) =>
    [...new Set(found.map((person) => person ?? 'owner'))].sort()

  const pictures = accounts.map((account) => {
    const state = stateOf(account)
    return {
      maker: makers.get(account.id),
      state,
      password: people.find((person) => account.password_hash === passwordOf[person]),
      social: people.find((person) => account.social_subject?.startsWith(`${person} of `)),
      onlyGoogle: account.only_google,
      book: people.find((person) => account.book?.equals(Buffer.from(person))),
      sessions: named(account.sessions.map(holding)),
      devices: named(account.devices.map(using)),
      // A link that verifies does nothing where that is done.
      links: account.links.filter((purpose) => state === 'claim' || purpose === 'reset-password'),
      letters: account.letters,
    }
  })
  const [first] = await findPasswordCandidates(app.db, mailbox, undefined, 1)
  return {
    tried: first && makers.get(first.id),
    accounts: pictures,
    codes: named(codes.map(({ device_hash }) => using(device_hash))),
    ids: accounts.map(({ id }) => id),
  }
}

export const paidLetters = ({ letters }: AccountPicture): string[] =>
  letters.filter((letter) => people.some((person) => letter === person))

/** Two scenes of one key have the same future. A claim that lost and has paid nothing has none. */
export const keyOf = ({ accounts, codes }: Picture): string =>
  JSON.stringify([
    accounts.filter((account) => account.state !== 'lost' || paidLetters(account).length),
    codes,
  ])
