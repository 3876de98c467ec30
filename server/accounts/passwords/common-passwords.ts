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
