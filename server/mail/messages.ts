import {
  atHour,
  longDate,
  madridDay,
  day,
  arrivalOn,
  readClosedDays,
  type ClosedDays,
  type Day,
  leavesOn,
} from '@lacre/letter/days.ts'
import { validFor, keptFor } from '@lacre/letter/kept-for.ts'
import { durationWords, bankShowsItLater, count } from '@lacre/letter/words.ts'
import { type Branding, linkTo, type MailContent, type Part, layOut } from './layout.ts'
import type { MailData, MailKind } from './outbox.ts'
import { orderNumber } from '@lacre/letter/order-number.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { isOfDeath } from '@lacre/letter/print-room/reasons.ts'
import { totalLabel, type PriceLine } from '@lacre/letter/price/price.ts'

const verification = ({ link, ...asked }: MailData['verification']): MailContent => ({
  subject: 'Confirme su correo',
  parts: [
    'Hola:',
    'Gracias por abrir una cuenta en Lacre. Solo falta confirmar que esta dirección de correo es suya.',
    askedFor(asked),
    { link, label: 'Confirmar mi correo' },
    `El enlace sirve durante ${durationWords(validFor.verification)}. Ábralo en el mismo navegador; en otro le pediremos la contraseña que eligió. Si caduca, la misma página le ofrece uno nuevo.`,
    'Si usted no ha abierto ninguna cuenta, no pulse el enlace ni escriba ninguna contraseña: puede olvidar este mensaje.',
  ],
})

const inThrees = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`

/** The code is in the subject, to be read without opening the mail; it works only in the browser that requested it. */
const signInCode = ({ code, ...asked }: MailData['sign-in-code']): MailContent => ({
  subject: `${inThrees(code)} es su código`,
  parts: [
    'Hola:',
    'Este es el código que nos ha pedido para iniciar sesión:',
    inThrees(code),
    askedFor(asked),
    `Sirve una sola vez, durante ${durationWords(validFor.signInCode)} y solo en el navegador en el que lo pidió. No se lo diga a nadie: nosotros nunca se lo preguntaremos.`,
    'Si no lo ha pedido usted, no haga nada: sin el código no entra nadie.',
  ],
})

const passwordChanged = (changed: MailData['password-changed'], branding: Branding): MailContent => ({
  subject: 'Su contraseña ha cambiado',
  parts: [
    'Hola:',
    `La contraseña de su cuenta se cambió el ${whenAndWhere(changed)}.`,
    'Por seguridad, hemos cerrado las sesiones que tuviera abiertas en otros navegadores.',
    'Si ha sido usted, no tiene que hacer nada. Si no, elija cuanto antes otra contraseña:',
    { link: linkTo(branding, '/forgot-password'), label: 'Elegir otra contraseña' },
  ],
})

const passwordEnded = (ended: MailData['password-ended'], branding: Branding): MailContent => ({
  subject: 'Su contraseña ya no vale',
  parts: [
    'Hola:',
    `Se entró en su cuenta sin contraseña el ${whenAndWhere(ended)}.`,
    'Por seguridad, la contraseña que tenía la cuenta ya no vale, y hemos cerrado las sesiones abiertas con ella.',
    'Si quiere volver a entrar con contraseña, o si no ha sido usted, elija una nueva:',
    { link: linkTo(branding, '/forgot-password'), label: 'Elegir una contraseña' },
  ],
})

const passwordReset = ({ link, ...asked }: MailData['password-reset']): MailContent => ({
  subject: 'Elija una contraseña nueva',
  parts: [
    'Hola:',
    'Nos han pedido cambiar la contraseña de su cuenta. Si ha sido usted, elija aquí la nueva:',
    askedFor(asked),
    { link, label: 'Elegir una contraseña nueva' },
    `El enlace sirve una sola vez y durante ${durationWords(validFor.passwordReset)}. Al cambiar la contraseña se cerrarán todas las sesiones abiertas.`,
    'Si no ha sido usted, no haga nada: su contraseña sigue siendo la misma.',
  ],
})

const passwordGuesses = (guesses: MailData['password-guesses'], branding: Branding): MailContent => {
  const at = new Date(guesses.at)
  return {
    subject: 'Alguien está intentando entrar en su cuenta',
    parts: [
      'Hola:',
      `Alguien está intentando entrar en su cuenta. El ${longDate(madridDay(at))} ${atHour(at)} (hora peninsular) llevaba ya diez contraseñas en una hora, y ninguna era la suya.`,
      'No se preocupe: en cada hora admitimos muy pocas. Usted puede entrar como siempre en los navegadores que ya conoce su cuenta, y en cualquier otro con un código que le enviamos por correo.',
      'Si ha sido usted, no tiene que hacer nada. Si no, y usa esa contraseña también en otro sitio, elija otra:',
      { link: linkTo(branding, '/forgot-password'), label: 'Elegir otra contraseña' },
    ],
  }
}

const subjects = {
  began: 'Aviso: algo no va bien en Lacre',
  continues: 'Aviso: sigue sin ir bien',
  over: 'Ya ha pasado lo que se avisó',
} satisfies Record<MailData['alarm']['news'], string>

/** To the site's operator. */
function alarm({ news, since, says, runbook }: MailData['alarm']): MailContent {
  const began = new Date(since)
  return {
    subject: subjects[news],
    parts: [
      says,
      `Desde el ${longDate(madridDay(began))} ${atHour(began)}.`,
      news === 'over'
        ? 'Se dio por terminado al volver a mirarlo.'
        : `Qué hacer: docs/operating.md, apartado ${runbook}. Se repite cada día hasta que pase.`,
    ],
  }
}

/** Ordinary post has no tracking: the mail never says it arrived (design/letter.md#no-delivery-claimed). */
function posted({ arrival, ...about }: MailData['posted'], branding: Branding): MailContent {
  const letters = lettersOf(about)
  const say = (ofOne: string, ofSeveral: string) => (letters.length === 1 ? ofOne : ofSeveral)
  return {
    subject: say('Su carta ya está en camino', `${letters.length} cartas suyas ya están en camino`),
    parts: [
      'Hola:',
      say(
        'Hemos impreso su carta, la hemos metido en su sobre y la hemos entregado al correo.',
        `Hemos impreso ${letters.length} cartas suyas, hemos metido cada una en su sobre y las hemos entregado al correo.`,
      ),
      { table: [...orderRows(letters), ['Fecha estimada de llegada', longDate(day(arrival))]] },
      `La fecha es una estimación: el correo ordinario no lleva seguimiento y no podemos confirmar la entrega. Si ${say('', 'alguna ')}le volviera a casa, en «Mis cartas» verá cómo enviarla otra vez.`,
      linkToLetters(branding, letters),
    ],
  }
}

const until = `Puede hacerlo durante ${durationWords(keptFor.returned)}; después borramos su texto y sus páginas.`

function returned({ letterId, reason }: MailData['returned'], branding: Branding): MailContent {
  const link = linkTo(branding, `/my-letters?carta=${letterId}`)
  const order = orderNumber(letterId)
  const subject = 'El correo nos ha devuelto su carta'
  if (isOfDeath(reason))
    return {
      subject,
      parts: [
        'Hola:',
        'El correo nos ha devuelto su carta: según nos dice, el destinatario ha fallecido. Lo sentimos mucho.',
        { table: [['Pedido', order]] },
        `Si quiere que la reciba otra persona, se la enviaremos tal como está, pagando solo el franqueo. ${until}`,
        { link, label: 'Ver la carta' },
      ],
    }
  return {
    subject,
    parts: [
      'Hola:',
      'Sentimos decirle que el correo no ha podido entregar su carta y nos la ha devuelto.',
      {
        table: [
          ['Pedido', order],
          ['Motivo', reason],
        ],
      },
      `Si tiene una dirección mejor, corríjala y la enviaremos otra vez tal como la escribió, pagando solo el franqueo. ${until}`,
      { link, label: 'Corregir la dirección y enviarla otra vez' },
    ],
  }
}

const keptWords = {
  disputed:
    'Su banco tiene una reclamación sobre este cargo y es quien decide; por nuestra parte no hacemos otra devolución.',
  lost: 'Su banco le ha dado la razón en su reclamación y es él quien le devuelve el dinero; por nuestra parte no hacemos otra devolución.',
  'returned-before':
    'La devolución de su dinero ya se había hecho o pedido antes; cómo va puede verlo en «Mis cartas».',
} satisfies Record<NonNullable<MailData['cancelled']['money']>, string>

function cancelled(
  { refunded, money: kept, ...about }: MailData['cancelled'],
  branding: Branding,
): MailContent {
  const letters = lettersOf(about)
  const money = Number(refunded)
    ? onItsWayBack(refunded)
    : kept
      ? keptWords[kept]
      : 'No se le ha cobrado nada.'
  const [subject, notSent] =
    letters.length === 1
      ? ['Su carta se ha cancelado', 'no se enviará']
      : [`${letters.length} cartas suyas se han cancelado`, 'no se enviarán']
  return {
    subject,
    parts: [
      'Hola:',
      `${subject} y ${notSent}. ${money}`,
      { table: orderRows(letters) },
      { link: linkTo(branding, '/write'), label: 'Escribir otra carta' },
    ],
  }
}

const refunded = (
  { letterId, refunded: sum }: MailData['refunded' | 'given-back'],
  branding: Branding,
): MailContent => ({
  subject: 'Le devolvemos el dinero de su carta',
  parts: [
    'Hola:',
    `${onItsWayBack(sum)} Esto no cambia el camino de la carta, que puede ver en «Mis cartas».`,
    { table: [['Pedido', orderNumber(letterId)]] },
    { link: linkTo(branding, `/my-letters?carta=${letterId}`), label: 'Ver la carta' },
  ],
})

type Asked = { browser: string; askedAt: string }

/**
 * `21 de noviembre de 2026 a las 0:30 (hora peninsular) desde Firefox en Windows`, to recognise a stranger's request.
 */
function whenAndWhere({ browser, askedAt }: Asked): string {
  const at = new Date(askedAt)
  return `${longDate(madridDay(at))} ${atHour(at)} (hora peninsular) desde ${browser}`
}

const askedFor = (asked: Asked): string => `Se pidió el ${whenAndWhere(asked)}.`

const lettersOf = ({ letterId, others }: Omit<MailData['posted'], 'arrival'>): string[] => [
  letterId,
  ...(JSON.parse(others ?? '[]') as string[]),
]

const orderRows = (letters: string[]): [label: string, value: string][] =>
  letters.map((id) => ['Pedido', orderNumber(id)])

const linkToLetters = (branding: Branding, letters: string[]): Part =>
  letters.length === 1
    ? { link: linkTo(branding, `/my-letters?carta=${letters[0]}`), label: 'Ver la carta' }
    : { link: linkTo(branding, '/my-letters'), label: 'Ver las cartas' }

/** `sum`: cents, as text. */
const onItsWayBack = (sum: string): string =>
  `Devolvemos ${inEuros(cents(Number(sum)))} por el medio con el que pagó; ${bankShowsItLater}`

/** The law requires saying that there is no right of withdrawal, and why (TRLGDCU, arts. 97.1 and 103.c). */
const because =
  'por lo que la ley no prevé derecho de desistimiento (artículo 103.c del Real Decreto Legislativo 1/2007).'
const withdrawal = `Su carta es un producto hecho a medida, ${because}`
const withdrawalOfSeveral = `Sus cartas son productos hechos a medida, ${because}`

/** A letter of the order; numbers as text. */
type ReceivedLetter = Pick<MailData['receipt'], 'letterId' | 'hash' | 'pages' | 'sheets' | 'postOn'>

/**
 * Confirms the order (LSSI, art. 28), without the letter's words or an address (design/privacy.md#letters-are-secret).
 */
function receipt(data: MailData['receipt'], branding: Branding): MailContent {
  const lines = JSON.parse(data.lines) as PriceLine[]
  const paidOn = madridDay(new Date(data.paidAt))
  const closed = data.closedDays ? readClosedDays(data.closedDays) : []
  const letters: ReceivedLetter[] = [data, ...(JSON.parse(data.others ?? '[]') as ReceivedLetter[])]
  const say = (ofOne: string, ofSeveral: string) => (letters.length === 1 ? ofOne : ofSeveral)
  const isNow = letters.some(({ postOn }) => !postOn)
  const what = say('su carta', `sus ${letters.length} cartas`)
  return {
    subject: `Recibo de ${what} (pedido ${orderNumber(data.letterId)})`,
    parts: [
      'Hola:',
      `Hemos recibido su pago. ${isNow ? 'Ahora imprimiremos' : 'Imprimiremos'} ${what} y ${say('la', 'las')} llevaremos al correo${isNow ? '' : ' el día que ha elegido'}.`,
      {
        table: [['Fecha', longDate(paidOn)], ...(isNow ? [arrivesOn(paidOn, closed)] : [])],
      },
      ...letters.map(({ letterId, pages, sheets, hash, postOn }) => ({
        table: [
          ['Pedido', orderNumber(letterId)],
          ...(postOn ? leaving(day(postOn), closed) : []),
          ['Carta', extent(Number(pages), Number(sheets))],
          ['Código del documento', hash],
        ] satisfies [string, string][],
      })),
      {
        table: [
          ...lines.map((line): [string, string] => [line.label, inEuros(line.cents)]),
          [totalLabel, inEuros(cents(Number(data.total)))],
        ],
      },
      say(
        'El código identifica el documento exacto que usted vio y pagó: es el que se imprime, sin cambiar nada.',
        'Cada código identifica el documento exacto que usted vio y pagó: es el que se imprime, sin cambiar nada.',
      ),
      say(
        `${withdrawal} ${cancellation('cancelarla y recuperar todo su dinero', 'imprimirla', data.cancelUntil)}`,
        `${withdrawalOfSeveral} ${cancellation('cancelar cada una y recuperar su dinero', 'imprimirlas', data.cancelUntil)}`,
      ),
      say(
        'Su factura, con el IVA desglosado, está junto a la carta en «Mis cartas»; allí puede pedirla también con su NIF.',
        'La factura de cada carta, con el IVA desglosado, está junto a ella en «Mis cartas»; allí puede pedirla también con su NIF.',
      ),
      {
        link: linkTo(branding, say(`/my-letters?carta=${data.letterId}`, '/my-letters')),
        label: say('Ver la carta y su factura', 'Ver las cartas y sus facturas'),
      },
      `Términos de uso: ${linkTo(branding, '/terms-of-use')}`,
      say('Le avisaremos cuando su carta esté en camino.', 'Le avisaremos cuando cada carta esté en camino.'),
    ],
  }
}

const arrivesOn = (leaves: Day, closed: ClosedDays): [string, string] => [
  'Fecha estimada de llegada',
  longDate(arrivalOn(leaves, closed)),
]

/** The letter leaves on its day, or on the next working day (design/letter.md#posting-day). */
const leaving = (chosen: Day, closed: ClosedDays): [string, string][] => [
  ['Sale', longDate(leavesOn(chosen, closed))],
  arrivesOn(leavesOn(chosen, closed), closed),
]

const extent = (pages: number, sheets: number): string =>
  `${count(pages, 'página', 'páginas')}, ${count(sheets, 'hoja', 'hojas')}`

/** Until its batch closes, which is early only when an operator closes it (design/letter.md#cancel-until-closed). */
function cancellation(may: string, toPrint: string, until: string | undefined): string {
  const offer = `Aun así, puede ${may} desde «Mis cartas» hasta que empecemos a ${toPrint}`
  if (!until) return `${offer}.`
  const instant = new Date(until)
  return `${offer}: está previsto para el ${longDate(madridDay(instant))} ${atHour(instant)} (hora peninsular).`
}

// A new kind does not compile until it has a message here.
const messages: { [K in MailKind]: (data: MailData[K], branding: Branding) => MailContent } = {
  verification,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'password-ended': passwordEnded,
  'password-guesses': passwordGuesses,
  'sign-in-code': signInCode,
  alarm,
  receipt,
  posted,
  cancelled,
  refunded,
  'given-back': refunded,
  returned,
}

/** Subject, text and HTML of a message of the outbox. */
export function compose<K extends MailKind>(kind: K, data: MailData[K], branding: Branding) {
  return layOut(messages[kind](data, branding), branding)
}
