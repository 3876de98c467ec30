import { keysOf } from '../keys-of.ts'

/** The actions of the audit log, with their names on pages. */
export const auditActions = {
  'close-batch': 'Cerrar la tanda',
  'download-pdf': 'Descargar el PDF',
  'download-list': 'Descargar la lista',
  'mark-printed': 'Marcar impresa',
  'mark-enclosed': 'Marcar ensobrada',
  'mark-posted': 'Marcar enviada',
  reprint: 'Volver a imprimir',
  returned: 'Marcar devuelta',
  resume: 'Reanudar',
  cancel: 'Cancelar',
  'give-back': 'Devolver el dinero',
  'name-refund': 'Decir de qué carta es una devolución',
  refund: 'Devolver lo pagado',
  'look-up-customer': 'Buscar un cliente',
  'send-verification': 'Enviar otra vez la verificación',
  'disable-account': 'Desactivar una cuenta',
  'enable-account': 'Activar una cuenta',
  'settle-issue': 'Resolver un asunto',
  'sign-in': 'Entrar',
  'add-factor': 'Añadir un segundo paso',
  'refuse-factor': 'Rechazar un segundo paso',
  'remove-factor': 'Quitar uno de los segundos pasos',
  'remove-factors': 'Quitar el segundo paso',
  'add-operator': 'Dar acceso',
  'change-rank': 'Cambiar el rango',
  'remove-operator': 'Quitar el acceso',
  'add-price': 'Añadir un precio',
  'remove-price': 'Quitar un precio',
} as const

export type AuditAction = keyof typeof auditActions

/**
 * Why the post returns a letter: the ten usual reasons, in the order of operators' lists. As a sentence for its sender;
 * screens may use it as the reason's name too.
 */
export const returnReasons = {
  'gone-away': 'El destinatario ya no vive en esa dirección.',
  'address-incomplete': 'La dirección está incompleta.',
  inaccessible: 'No se ha podido llegar al buzón.',
  unknown: 'El destinatario es desconocido en esa dirección.',
  refused: 'El destinatario no ha querido recibirla.',
  'not-called-for': 'Nadie la ha recogido en la oficina de Correos.',
  'no-such-address': 'Esa dirección no existe.',
  'no-reason': 'El correo no ha indicado el motivo.',
  deceased: 'El destinatario ha fallecido.',
  other: 'Otro motivo del correo.',
} as const

/** Reported by its sender: we never saw the letter. */
export const returnedToSender = 'Nos ha dicho usted que le ha vuelto.'

export type ReturnReason = keyof typeof returnReasons
export const returnReasonNames = keysOf(returnReasons)

/** Whether the reason is a death: the sender is then not asked to correct the address. */
export const isOfDeath = (reason: string | null): boolean => reason === returnReasons.deceased

/** Why an operator downloads letters; stored as codes, so that the record does not depend on wording. */
export const downloadReasons = ['print', 'check', 'lost', 'other'] as const
export type DownloadReason = (typeof downloadReasons)[number]

/** The reason 'other' needs a note. */
export const isDownloadExplained = ({
  reason,
  note = '',
}: {
  reason: DownloadReason
  note?: string | undefined
}): boolean => reason !== 'other' || note.length >= leastDownloadNote.length

/** A decision's note stays in the record, so it must say something. */
export const longestNote = 300
export const leastNote = { length: 3, refusal: 'Escriba en pocas palabras qué ha comprobado o decidido.' }
/** The note for the reason 'other'. */
export const leastDownloadNote = {
  length: leastNote.length,
  refusal: 'Escriba en pocas palabras para qué lo descarga.',
}
/** A supervisor's reason for sending a letter a second time. */
export const leastReason = { length: 10, refusal: 'Explique el motivo con al menos 10 caracteres.' }

/** For U+0000, which the database cannot store. */
export const notStorable = 'El texto lleva un carácter que no se puede guardar.'

/** The actions available for a letter; `reprint-posted` and `refund` require a supervisor. */
export const letterActions = [
  'printed',
  'enclosed',
  'posted',
  'pdf',
  'reprint',
  'reprint-posted',
  'returned',
  'resume',
  'cancel',
  'give-back',
  'name-refund',
  'refund',
] as const
export type LetterAction = (typeof letterActions)[number]
