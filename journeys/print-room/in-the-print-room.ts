import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import { expect } from '../person/journey.ts'
import type { Server } from '../server/server.ts'
import { payLetter, tokenOf, type Wish } from '../person/paid-letter.ts'
import { signIn } from '../person/person.ts'
import { answerOf, callServer } from '../server/call-server.ts'

/** Adds the operator, and signs the page in anew: the first second factor needs a session younger than that. */
export async function addOperator(
  page: Page,
  server: Server,
  email: string,
  name: string,
  flags: string[] = [],
): Promise<string> {
  await server.lacre('operator', 'add', email, '--name', name, ...flags)
  return signIn(page, server, email)
}

/** The same, with a TOTP app as second factor: the page's session has just given its code. */
export async function makeOperator(
  page: Page,
  server: Server,
  email: string,
  name: string,
  ...flags: string[]
) {
  await enrol(await addOperator(page, server, email, name, flags), server)
}

/** Sets up a TOTP app for this session, which has then just given its code. */
export async function enrol(session: string, server: Server) {
  const options = await answerOf<{ secret: string }>(server, session, '/operator/totp/options', { body: {} })
  await answerOf(server, session, '/operator/totp', { body: { code: codeOf(options.secret) } })
}

/** An operator's session without a page, which has just given the second factor. */
export async function operatorTokenOf(server: Server, email: string, name = 'Olga'): Promise<string> {
  await tokenOf(server, email)
  await server.lacre('operator', 'add', email, '--name', name)
  const token = await tokenOf(server, email)
  await enrol(token, server)
  return token
}

/** What the application shows; `ahead`: in so many half minutes, since no code counts twice. */
export const codeOf = (secret: string, ahead = 0) =>
  new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp: Date.now() + ahead * 30_000 })

/** A device of the page's own that makes passkeys and gives them without asking (Chromium only). */
export async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
}

/** Signs in as a new operator and opens the print room. */
export async function enterPrintRoom(
  page: Page,
  server: Server,
  email: string,
  name: string,
  ...flags: string[]
) {
  await signIn(page, server, email)
  await makeOperator(page, server, email, name, ...flags)
  await page.goto('/print-room')
  await expect(page.getByRole('heading', { level: 1, name: 'Hoy' })).toBeVisible()
}

/** Three pages, so two sheets: the second has to get into the same envelope. */
export const longLetter = '<p>Querida Concepción: hay mucho que contar de este otoño.</p>'.repeat(70)

export type Sent = CreatedLetter & { token: string; email: string }

/** Letters of several customers at once, so that each stays below its limits. Every fifth letter has two sheets. */
export async function sendLetters(server: Server, number: number, people = 4): Promise<Sent[]> {
  const sent: Sent[] = []
  await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      const email = `carta-${person}@ejemplo.test`
      const token = await tokenOf(server, email)
      for (let place = person; place < number; place += people) {
        const wish: Wish = {
          content: place % 5 === 4 ? longLetter : `<p>Carta número ${place}. ¡Hasta pronto!</p>`,
        }
        sent.push({ ...(await payLetter(server, token, wish)), token, email })
      }
    }),
  )
  return sent
}

export const markOf = (id: string) => id.replaceAll('-', '').slice(0, 12)

/** What a USB scanner does: it types the mark, fast, and Enter. */
export async function scan(page: Page, id: string, sheet: number, sheets: number) {
  const mark = `${markOf(id)}.${sheet}.${sheets}`
  if (await page.evaluate(() => document.activeElement instanceof HTMLInputElement)) {
    await page.keyboard.insertText(mark)
    return page.keyboard.press('Enter')
  }
  // Eight milliseconds a key by their own clock: a busy machine would take longer than a scanner does.
  await page.evaluate(
    (keys) => {
      const began = performance.now()
      for (const [place, key] of keys.entries()) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        Object.defineProperty(event, 'timeStamp', { value: began + place * 8 })
        ;(document.activeElement ?? document.body).dispatchEvent(event)
      }
    },
    [...mark.split(''), 'Enter'],
  )
}

/** The lines of a manifest, by its columns. */
export function readManifest(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.replace('\u{feff}', '').trimEnd().split('\r\n')
  const columns = head.split(';')
  return lines.map((line) => Object.fromEntries(line.split(';').map((cell, at) => [columns[at], cell])))
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const mailsOf = async (server: Server, subject: string) =>
  (await server.mailbox()).filter((mail) => mail.subject === subject)

/** The pages of a letter, as its sender may have them. */
export const pdfOf = async (server: Server, { id, token }: Pick<Sent, 'id' | 'token'>) =>
  new Uint8Array(await (await callServer(server, token, `/letters/${id}/pdf`)).arrayBuffer())

/** Closes a batch from the command line: its name, its pages and its list. */
export async function closeBatch(server: Server) {
  const folder = mkdtempSync(join(server.dataDir, 'batch-'))
  await server.lacre('batch', '--folder', folder)
  const fileOf = (ending: string) =>
    join(
      folder,
      readdirSync(folder).find((name) => name.endsWith(ending))!,
    )
  const pdf = fileOf('.pdf')
  return { name: /B\d{4}/.exec(basename(pdf))![0], pdf, csv: fileOf('.csv') }
}

export async function cancelLetter(server: Server, { id, token }: Pick<Sent, 'id' | 'token'>) {
  await answerOf(server, token, `/letters/${id}/cancel`, { body: {} })
}

/** Presses the button and says that it is for printing. */
export async function takeFile(page: Page, button: string | RegExp) {
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Descargar', exact: true }).click()
}

export async function downloaded(page: Page, button: string) {
  const coming = page.waitForEvent('download')
  await takeFile(page, button)
  const download = await coming
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}
