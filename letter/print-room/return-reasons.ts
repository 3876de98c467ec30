import { keysOf } from '../keys-of.ts'

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

export type ReturnReason = keyof typeof returnReasons
export const returnReasonNames = keysOf(returnReasons)

/** Whether what its sender was told is that somebody has died: nobody is told to correct an address then. */
export const isOfDeath = (reason: string | null): boolean => reason === returnReasons.deceased
