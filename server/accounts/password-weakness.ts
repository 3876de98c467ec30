import { shortestPassword } from '@lacre/letter/words.ts'

export type PasswordWeakness = 'short-password' | 'common-password'

/** Why a new password is not taken. Any composition is: only guessable ones are refused. `email` in canonical form. */
export async function passwordWeakness(
  password: string,
  email: string,
): Promise<PasswordWeakness | undefined> {
  if (password.length < shortestPassword) return 'short-password'
  return isGuessable(password, email, await commonPasswords()) ? 'common-password' : undefined
}

function isGuessable(password: string, email: string, common: ReadonlySet<string>): boolean {
  const plain = plainly(password)
  const address = plainly(email)
  const pieces = piecesOf(address)
  return [plain, undecorated(plain), unplayed(plain), unplayed(undecorated(plain))].some(
    (word) =>
      common.has(word) || address.startsWith(`${word}@`) || isMadeOf(pieces, lettersOf(word)) || isRun(word),
  )
}

/** The words of the address: `ana.garcia85@ejemplo.test` gives `ana`, `garcia`, `ejemplo` and `test`. */
const piecesOf = (email: string): ReadonlySet<string> => new Set(email.match(/\p{L}+/gu))
const lettersOf = (word: string) => word.replaceAll(/\P{L}/gu, '')

/**
 * Whether there is nothing in it but a few of the pieces, in any order, one as often as one likes. A few: out of single
 * letters, as some addresses have them, every sentence can be made. Each place is looked at once.
 */
function isMadeOf(pieces: ReadonlySet<string>, letters: string): boolean {
  const fewest = new Map([[0, 0]])
  for (let at = 0; at < letters.length; at++) {
    const used = fewest.get(at)
    if (used === undefined) continue
    for (const piece of pieces)
      if (letters.startsWith(piece, at)) {
        const end = at + piece.length
        fewest.set(end, Math.min(used + 1, fewest.get(end) ?? Number.POSITIVE_INFINITY))
      }
  }
  return letters.length > 0 && (fewest.get(letters.length) ?? Number.POSITIVE_INFINITY) <= mostPieces
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
const plainly = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}|\s/gu, '')
    .toLowerCase()

/** Without the year, number or sign put after a word. */
const undecorated = (word: string) => word.replace(/[^a-z]{1,5}$/, '')
/** With letters for the digits and signs that stand for them. */
const unplayed = (word: string) => word.replaceAll(/[01345@$]/g, (sign) => digitsForLetters[sign] ?? sign)

const rows = ['01234567890', 'qwertyuiop', 'asdfghjkln', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz']
const runs = rows.flatMap((row) => [row, row.split('').reverse().join('')])

/** One sign, or one short group, over and over; or a stretch of the keyboard. */
const isRun = (word: string) =>
  word.length > 0 &&
  (/^(.{1,3})\1+.?$/u.test(word) || runs.some((run) => word.length > 3 && run.includes(word)))

/**
 * The words people in Spain choose first, without accents, that the public list lacks: it was gathered in English.
 * Each also stands for itself with a number or sign after it; keyboard rows and repetitions are told by rule.
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

/** The commonest passwords of public leaks, most used first, and ours; read when the first password is chosen. */
export async function commonPasswords(): Promise<ReadonlySet<string>> {
  if (known) return known
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  known = new Set([...dictionary['passwords-common'], ...spanishPasswords])
  return known
}
