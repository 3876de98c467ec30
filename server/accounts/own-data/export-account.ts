import { keptFor } from '@lacre/letter/kept-for.ts'
import { durationWords } from '@lacre/letter/words.ts'
import type { Db } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'
import { notSignedIn } from '../../http/bearer.ts'
import type { ExportedFile } from '../../ports.ts'
import { livingAccount } from '../claims/accounts-table.ts'

/** What other modules keep of a person, as files. */
export type ExportParts = ((accountId: string) => AsyncIterable<ExportedFile>)[]

/** Everything one has here, as files a person can open and a program can read. @throws Failure 401 when it is erased */
export async function exportAccount(
  { db, clock, exportParts }: { db: Db; clock: Clock; exportParts: ExportParts },
  accountId: string,
): Promise<AsyncIterable<ExportedFile>> {
  const at = clock.now()
  const account = await accountFacts(db, accountId)
  async function* files() {
    yield { name: 'LEAME.txt', bytes: Buffer.from(readMe), at }
    yield { name: 'cuenta.json', bytes: Buffer.from(JSON.stringify(account, undefined, 2)), at }
    for (const part of exportParts) yield* part(accountId)
  }
  return files()
}

async function accountFacts(db: Db, accountId: string) {
  const { social_subject, password_hash, ...account } = await livingAccount(db, accountId)
    .select(['email', 'email_verified_at', 'created_at', 'social_subject', 'password_hash'])
    .executeTakeFirstOrThrow(notSignedIn)
  const sessions = await db
    .selectFrom('login_session')
    .select(['browser', 'created_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
  const operator = await db
    .selectFrom('operator')
    .select(['name', 'is_supervisor', 'added_at', 'removed_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const passkeys = await db
    .selectFrom('operator_passkey')
    .select('added_at')
    .where('account_id', '=', accountId)
    .orderBy('added_at')
    .execute()
  const totp = await db
    .selectFrom('operator_totp')
    .select('added_at')
    .where('account_id', '=', accountId)
    .where('last_step', 'is not', null)
    .executeTakeFirst()
  const messages = await db
    .selectFrom('mail')
    .select(['kind', 'created_at', 'sent_at'])
    .where('recipient', '=', account.email)
    // Others may have claimed the address; their messages are theirs until it is proven.
    .$if(!account.email_verified_at, (query) =>
      query.where('key', 'in', (eb) =>
        eb
          .selectFrom('letter')
          .where('account_id', '=', accountId)
          .select((letter) => letter.cast<string>('letter.id', 'text').as('key')),
      ),
    )
    .orderBy('created_at')
    .execute()
  return {
    id: accountId,
    ...account,
    has_password: password_hash !== null,
    social_sign_in: social_subject,
    operator: operator ? { ...operator, passkeys, totp: totp ?? null } : null,
    sessions,
    messages,
  }
}

const readMe = `Sus datos en Lacre

cuenta.json   su cuenta, sus sesiones abiertas y los mensajes que le hemos enviado
cartas/       una carpeta por carta:
  carta.json  destinatario, remite, precio, estado y fechas
  carta.html  lo que escribió
  carta.pdf   las páginas que se imprimen, tal como las pagó
facturas/     la factura de cada carta pagada, en PDF y como datos
direcciones.json  su libreta de direcciones, si tiene alguna
borradores/   lo que ha guardado sin enviar, si tiene algo
firma.svg     su firma, si la guardó en la cuenta

A los ${durationWords(keptFor.posted)} de enviarse una carta se borran su texto, sus direcciones y sus páginas; de esas
cartas solo quedan las fechas y los importes.
`
