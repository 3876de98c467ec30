import { keptFor } from '@lacre/letter/kept-for.ts'
import { durationWords, givenBack } from '@lacre/letter/words.ts'
import { Failure, failures } from '../http/failure.ts'
import type { AgainRefusal } from './again.ts'
import type { CameBackRefusal } from './came-back.ts'
import type { CancelRefusal, ChangeDayRefusal } from './cancel.ts'
import type { Problem } from '../typesetting/problems.ts'

const noLetter = 'No existe esta carta.'
const changed = 'El estado de su carta acaba de cambiar. Vuelva a cargar la página.'

export const failureOfFreeze = (refused: Problem | 'unavailable'): Failure =>
  refused === 'unavailable'
    ? new Failure(
        503,
        'Ahora mismo no podemos preparar su carta. Inténtelo de nuevo en un momento: no se ha perdido nada.',
        refused,
      )
    : new Failure(422, refused.detail, refused.code)

export const draftChanged = (): Failure =>
  new Failure(
    409,
    'Su borrador ha cambiado mientras se preparaba la carta. Pulse Enviar otra vez.',
    'draft-changed',
  )

export const noSuchLetter = (): Failure => new Failure(404, noLetter, 'not-found')

export const badCursor = (): Failure => new Failure(400, 'La petición no es válida.', 'invalid-request')

export const tooBig = (): Failure =>
  new Failure(413, 'Las imágenes de su carta ocupan demasiado. Use menos, o más pequeñas.', 'too-big')

const inPrint = 'Su carta ya está en la imprenta y no se puede cancelar.'
const gone = 'Su carta ya está en el correo y no se puede cancelar.'

export const failureOfCancel = failures<CancelRefusal>({
  'not-found': [404, noLetter],
  'payment-unknown': [
    503,
    'No hemos podido comprobar el pago de su carta, así que todavía no la cancelamos. Inténtelo de nuevo en unos minutos.',
  ],
  'changed-meanwhile': [409, changed],
  batched: [409, inPrint],
  printed: [409, inPrint],
  posted: [409, gone],
  returned: [409, gone],
  expired: [409, 'Esta carta caducó sin pagarse: no hay nada que cancelar.'],
  'needs-person': [409, 'Estamos revisando su carta y le escribiremos. Mientras tanto no se puede cancelar.'],
})

const notWaiting = 'Esta carta ya no se va a enviar: no hay día que cambiar.'
const leaving = 'Su carta ya está en la imprenta y no se puede cambiar de día.'
const left = 'Su carta ya está en el correo y no se puede cambiar de día.'

export const failureOfDay = failures<ChangeDayRefusal>({
  'not-found': [404, noLetter],
  batched: [409, leaving],
  printed: [409, leaving],
  posted: [409, left],
  returned: [409, left],
  cancelled: [409, notWaiting],
  expired: [409, notWaiting],
  'needs-person': [
    409,
    'Estamos revisando su carta y le escribiremos. Mientras tanto no se puede cambiar de día.',
  ],
})

export const failureOfAgain = failures<AgainRefusal>({
  'not-found': [404, noLetter],
  'not-returned': [409, 'Solo se puede enviar otra vez una carta que haya vuelto.'],
  forgotten: [
    409,
    `Esta carta ya no se puede enviar otra vez: ${durationWords(keptFor.returned)} después de volver se borran su texto y sus páginas.`,
  ],
  'given-back': [409, givenBack],
  'sent-again': [409, 'Esta carta ya se ha enviado otra vez. La encontrará en «Mis cartas».'],
  'payment-unknown': [
    503,
    'No hemos podido comprobar si ya ha pagado el envío anterior, así que todavía no lo cambiamos. Inténtelo de nuevo en unos minutos.',
  ],
  'changed-meanwhile': [409, changed],
})

export const failureOfCameBack = failures<CameBackRefusal>({
  'not-found': [404, noLetter],
  'not-returnable': [
    409,
    'Todavía no, o ya no, se puede enviar otra vez esta carta. Vuelva a cargar la página para ver cómo está.',
  ],
})
