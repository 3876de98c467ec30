import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { callerOf } from '../http/bearer.ts'
import { createLine } from '../http/line.ts'
import { busy } from '../http/semaphore.ts'
import { shortestPassword } from '@lacre/letter/words.ts'

/** False without a password or account, after the same time. */
export type Matches = (password: string, hash: string | null | undefined) => Promise<boolean>

/** `ip`: the caller's; networks take turns (design/accounts.md#password-queue). @throws Failure 503 */
export type Passwords = {
  hash(password: string, ip: string): Promise<string>
  /** Other callers wait until `work` ends, so it must make no outside calls. */
  inTurn<Outcome>(ip: string, work: (matches: Matches) => Promise<Outcome>): Promise<Outcome>
}

// argon2id at OWASP's minimum: 19 MiB and some 10 to 25 ms for each.
const argon = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
// Leaves a processor free, and uses at most half of the four threads shared with files, names and captchas.
const atOnce = Math.min(2, Math.max(1, availableParallelism() - 1))
// A longer queue would wait for minutes.
const atMostWaiting = 200

/** Sixteen zero bytes of salt, thirty-two of hash: it matches no known password. */
const unmatchableHash = `$argon2id$v=19$m=${argon.memoryCost},t=${argon.timeCost},p=${argon.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`
/** Keyboards differ in composing accents. */
const asTyped = (password: string) => password.normalize('NFC')

const matches: Matches = (password, known) => verify(known ?? unmatchableHash, asTyped(password))

export function createPasswords(): Passwords {
  const limited = semaphore(atOnce, atMostWaiting)
  return {
    hash: (password, ip) => limited(() => hash(asTyped(password), argon), callerOf(ip)),
    inTurn: (ip, work) => limited(() => work(matches), callerOf(ip)),
  }
}

/**
 * Runs `running` at a time; up to `waiting` more wait, in turns by network (design/accounts.md#password-queue). @throws
 * Failure 503 when full
 */
export function semaphore(
  running: number,
  waiting: number,
): <T>(action: () => Promise<T>, network: string) => Promise<T> {
  let free = running
  const line = createLine<{ network: string; start(): void; refuse(error: Error): void }>(
    waiting,
    waiting / 10,
  )
  const wait = (network: string) =>
    new Promise<void>((start, refuse) => line.push({ network, start, refuse })?.refuse(busy()))
  return async (action, network) => {
    if (free > 0) free--
    else await wait(network)
    try {
      return await action()
    } finally {
      const next = line.shift()
      if (next) next.start()
      else free++
    }
  }
}

export type PasswordWeakness = 'short-password' | 'common-password'

/**
 * Why a new password is refused. Any composition is accepted; only guessable ones are refused. `email` in canonical
 * form.
 */
export async function passwordWeakness(
  password: string,
  email: string,
): Promise<PasswordWeakness | undefined> {
  if (password.length < shortestPassword) return 'short-password'
  return isGuessable(password, email, await commonPasswords()) ? 'common-password' : undefined
}

function isGuessable(password: string, email: string, common: ReadonlySet<string>): boolean {
  const plain = simplify(password)
  const address = simplify(email)
  const pieces = splitAddress(address)
  return [plain, withoutSuffix(plain), withLetters(plain), withLetters(withoutSuffix(plain))].some(
    (word) =>
      common.has(word) ||
      address.startsWith(`${word}@`) ||
      isMadeOf(pieces, onlyLetters(word)) ||
      isRun(word),
  )
}

/** The words of the address: `ana.garcia85@ejemplo.test` gives `ana`, `garcia`, `ejemplo` and `test`. */
const splitAddress = (email: string): string[] => [...new Set(email.match(/\p{L}+/gu))]
const onlyLetters = (word: string) => word.replaceAll(/\P{L}/gu, '')

/**
 * Whether the letters consist of up to four of the pieces, in any order and with repeats. Four, because some addresses
 * contain single letters, which could form any sentence.
 */
function isMadeOf(pieces: string[], letters: string): boolean {
  let ends = [0]
  for (let used = 0; used < mostPieces; used++) {
    const next = ends.flatMap((at) =>
      pieces.filter((piece) => letters.startsWith(piece, at)).map((piece) => at + piece.length),
    )
    if (next.includes(letters.length)) return true
    ends = [...new Set(next)] // no position twice
  }
  return false
}
const mostPieces = 4

const digitsForLetters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
}

/** Lower case, without accents or spaces: `Contraseña` and `CONTRASENA` are one guess. */
const simplify = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}|\s/gu, '')
    .toLowerCase()

/** Without a year, number or sign after the word. */
const withoutSuffix = (word: string) => word.replace(/[^a-z]{1,5}$/, '')
/** With letters in place of similar digits and signs. */
const withLetters = (word: string) => word.replaceAll(/[01345@$]/g, (sign) => digitsForLetters[sign] ?? sign)

const rows = ['01234567890', 'qwertyuiop', 'asdfghjkln', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz']
const runs = rows.flatMap((row) => [row, row.split('').reverse().join('')])

/** A sign or short group repeated, or a stretch of the keyboard. */
const isRun = (word: string) =>
  word.length > 0 &&
  (/^(.{1,3})\1+.?$/u.test(word) || runs.some((run) => word.length > 3 && run.includes(word)))

/**
 * Common Spanish passwords, without accents, missing in the English public list. Each also covers a number or sign
 * after it; keyboard rows and repetitions are found by rule.
 */
const spanishPasswords =
  `lacre carta cartas micarta miscartas correos usuario administrador clave miclave contrasena contrasenia
  micontrasena cambiame cambiar acceso entrada prueba pruebas bienvenido bienvenida holamundo teamomucho tequieromucho
  mivida josemaria mariajose fcbarcelona forcabarca halamadrid atleti atleticomadrid betis realbetis murcia andalucia
  vivaespana verano invierno otono enero febrero marzo abril septiembre octubre noviembre diciembre lunes martes
  miercoles jueves viernes sabado ordenador instagram whatsapp movil login abcdefgh 123123123 987654321`.split(
    /\s+/,
  )

let known: ReadonlySet<string> | undefined

/** The commonest passwords of public leaks, and ours; loaded when the first password is chosen. */
export async function commonPasswords(): Promise<ReadonlySet<string>> {
  if (known) return known
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  known = new Set([...dictionary['passwords-common'], ...spanishPasswords])
  return known
}
