import { sql } from 'kysely'
import type { AccountState } from '../../accounts/claims/transitions.ts'
import type { Row } from '../../database/tables.ts'
import { hashOfToken } from '../../accounts/token.ts'
import { deviceOf, passwordOf, people, type Person, type Scene } from './people.ts'

/** What opens an account, and whose letters are in it; ids and instants are left out, so that equal is equal. */
export type AccountPicture = {
  maker: Person | undefined
  state: AccountState
  password: string | undefined
  social: boolean
  sessions: Person[]
  devices: Person[]
  links: string[]
  letters: string[]
}
export type Picture = { accounts: AccountPicture[]; codes: Person[] }

type Found = Row<'account'> & { sessions: Buffer[]; devices: Buffer[]; links: string[]; letters: string[] }

function stateOf({ email_verified_at, password_hash }: Found): AccountState {
  if (email_verified_at) return 'proven'
  return password_hash === null ? 'lost' : 'claim'
}

/** The accounts of the mailbox that something opens, oldest first, with their ids. */
export async function pictureOf(scene: Scene): Promise<Picture & { ids: string[] }> {
  const { house, mailbox, makers, tokens } = scene
  const { rows: accounts } = await sql<Found>`select account.*,
    array(select token_hash from login_session where account_id = account.id) as sessions,
    array(select device_hash from known_device where account_id = account.id) as devices,
    array(select distinct purpose from email_link where account_id = account.id and used_at is null order by 1) as links,
    array(select pdf_sha256 from letter where account_id = account.id order by 1) as letters
    from account where email = ${mailbox} order by created_at, id`.execute(house.db)
  const codes = await house.db
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
      social: account.social_subject !== null,
      sessions: named(account.sessions.map(holding)),
      devices: named(account.devices.map(using)),
      // A link that verifies does nothing where that is done.
      links: account.links.filter((purpose) => state === 'claim' || purpose === 'reset-password'),
      letters: account.letters,
    }
  })
  return {
    accounts: pictures,
    codes: named(codes.map(({ device_hash }) => using(device_hash))),
    ids: accounts.map(({ id }) => id),
  }
}

/** Two scenes of one key have the same future. A claim that lost, whose letters are gone, has none. */
export const keyOf = ({ accounts, codes }: Picture): string =>
  JSON.stringify([accounts.filter(({ state, letters }) => state !== 'lost' || letters.length), codes])
