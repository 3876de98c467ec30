import type { DownloadBody } from '@lacre/letter/print-room/calls.ts'
import { bearerSecurity } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import type { PaymentsDeps } from '../payments/seen-intent.ts'
import type { World } from '../world.ts'

export type PrintRoomDeps = Pick<
  World,
  'db' | 'clock' | 'random' | 'cipher' | 'money' | 'closedDays' | 'openMerger' | 'log'
>

/** Decisions about a letter call the card provider. */
export type ConsoleDeps = PrintRoomDeps & PaymentsDeps

/** The cause in a letter's history; without the operator's name. */
export const cause = 'operator'

const tags = ['sala de imprenta']

/** The common part of all console schemas. */
export const call = (operationId: string, summary: string) => ({
  operationId,
  summary,
  tags,
  security: bearerSecurity,
})

/** Refusals of a call, besides 401 and 403 from authorization. */
const answers = {
  'not-supervisor': [403, 'Solo una persona responsable puede volver a imprimir una carta ya enviada.'],
  'supervisor-only': [403, 'Solo una persona responsable puede hacerlo.'],
  'nothing-to-refund': [
    409,
    'De esta carta no sale más dinero desde aquí: no está pagada, su devolución ya se ha pedido o decide el banco.',
  ],
  'customer-unchanged': [409, 'La cuenta ya está así, o ya no existe. Vuelva a buscarla.'],
  'customer-is-operator': [
    409,
    'Es la cuenta de alguien que trabaja aquí: quítele antes el acceso con la orden operator remove.',
  ],
  'nothing-to-verify': [409, 'El correo de esta cuenta ya está comprobado, o nada la abre ya.'],
  'unknown-batch': [404, 'No existe esa tanda.'],
  'unknown-letter': [404, 'No existe esa carta.'],
  'unknown-sheet-code': [404, 'Ese código no es de ninguna hoja de nuestras cartas.'],
  'unknown-issue': [404, 'No existe ese asunto.'],
  'nothing-waiting': [409, 'No hay cartas pagadas en espera: no se ha cerrado ninguna tanda.'],
  'not-made': [409, 'El PDF de la tanda no se ha descargado todavía. Descárguelo primero.'],
  'nothing-to-print': [409, 'De esta tanda ya no hay ninguna carta que imprimir.'],
  'not-now': [409, 'La carta está en otro estado y ahora no se puede. Vuelva a mirarla.'],
  'sheets-missing': [409, 'Faltan hojas de esta carta, o hay una de otra: escanee todas antes de ensobrar.'],
  'already-posted': [
    409,
    'La carta ya se ha enviado. Para volver a imprimirla hace falta el motivo de una persona responsable.',
  ],
  'not-paid': [
    409,
    'El proveedor de pago no confirma que esta carta esté pagada y sin reclamar ni devolver. No se imprime.',
  ],
  'posted-before': [409, 'La carta ya se envió una vez: no se vuelve a imprimir desde aquí.'],
  'sent-again': [
    409,
    'La carta que volvió ya sale otra vez con otro envío: solo uno de los dos puede seguir.',
  ],
  'already-settled': [409, 'Ese asunto ya está resuelto.'],
  damaged: [
    409,
    'Los bytes guardados no son los que se pagaron: la carta se ha detenido y alguien debe revisarla.',
  ],
  'test-money': [409, 'No consta que se pagara con dinero de verdad: la carta se ha detenido.'],
  erased: [410, 'El contenido de esta carta ya se ha borrado: no puede imprimirse.'],
  'provider-unavailable': [
    503,
    'El proveedor de pago no responde. No se ha cambiado nada: inténtelo más tarde.',
  ],
  'merging-failed': [503, 'No se ha podido componer el PDF de la tanda. Inténtelo de nuevo.'],
} satisfies Record<string, [status: number, detail: string]>
export type Refusal = keyof typeof answers

export const refusal = (code: Refusal): Failure => new Failure(...answers[code], code)

/** As in the audit entry, before the file's hash. */
export const auditReason = ({ reason, note }: DownloadBody): string =>
  [reason, note].filter(Boolean).join(' · ')

/**
 * `B0001-Olga-Perez.pdf`: a lost file shows who downloaded it (design/print-room.md#operator-factor). ASCII letters,
 * for any file system.
 */
export function fileName(what: string, operator: string, kind: 'pdf' | 'csv'): string {
  const plain = operator.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const words = plain.match(/[A-Za-z0-9]+/g) ?? []
  return `${[what, ...words].join('-')}.${kind}`
}
