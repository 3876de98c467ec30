import { keysOf } from '../keys-of.ts'

/** What operators do and is written down for ever, with the words a page has for it. */
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
 * Why the post brings a letter back: the ten usual reasons, in the order in which operators' lists have them. As a
 * sentence for its sender; a screen may use it as the name of the reason too.
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

/** The letter stood on its sender's own doormat: we never saw it. */
export const returnedToSender = 'Nos ha dicho usted que le ha vuelto.'

export type ReturnReason = keyof typeof returnReasons
export const returnReasonNames = keysOf(returnReasons)

/** Whether what its sender was told is that somebody has died: nobody is told to correct an address then. */
export const isOfDeath = (reason: string | null): boolean => reason === returnReasons.deceased

/** Why an operator takes letters away as a file; in the record as codes, so that its words never change. */
export const downloadReasons = ['print', 'check', 'lost', 'other'] as const
export type DownloadReason = (typeof downloadReasons)[number]

/** Another reason than the usual ones says which. */
export const isDownloadExplained = ({
  reason,
  note = '',
}: {
  reason: DownloadReason
  note?: string | undefined
}): boolean => reason !== 'other' || note.length >= leastDownloadNote.length

/** Why an operator decided something: it stays in the record, so it says something. */
export const longestNote = 300
export const leastNote = { length: 3, refusal: 'Escriba en pocas palabras qué ha comprobado o decidido.' }
/** Why letters are taken away as a file for another reason than the usual ones. */
export const leastDownloadNote = {
  length: leastNote.length,
  refusal: 'Escriba en pocas palabras para qué lo descarga.',
}
/** Why a supervisor sends a letter a second time. */
export const leastReason = { length: 10, refusal: 'Explique el motivo con al menos 10 caracteres.' }

/** Said of U+0000, which the database does not keep. */
export const notStorable = 'El texto lleva un carácter que no se puede guardar.'

/** What an operator may do with a letter now; `reprint-posted` and `refund` are a supervisor's. */
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
