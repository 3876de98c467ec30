import type { LetterSummary } from '@lacre/letter/calls.ts'
import {
  arrivalOn,
  atHour,
  type ClosedDays,
  type Day,
  leavesOn,
  longDate,
  madridDay,
  postingDay,
} from '@lacre/letter/days.ts'
import type { State } from '@lacre/letter/journey.ts'
import { unpaidFor } from '@lacre/letter/kept-for.ts'
import { durationWords, stateNames } from '@lacre/letter/words.ts'
import { comingDate } from '../coming-day.ts'
import { Tag, type Tone } from '../ui/display.tsx'

/** For a letter in the list with `access: 'figures'`. */
export const paidUnproven = 'Pagada con su correo, antes de que usted lo confirmara'

export const figuresOnly =
  'Alguien pagó esta carta con su dirección de correo antes de que usted la confirmara; quizá se equivocó al escribirla. Una carta es de quien la escribe: aquí no se muestran ni su texto ni a quién va. Sí, cómo va y su recibo.'
export const ifItWasYou =
  'Si fue usted, cierre la sesión y entre con la contraseña que eligió entonces: podrá leerla y, mientras esté a tiempo, cancelarla.'

/** For an unproven account, when another person has proven its address. */
export const onlyPaidLetters =
  'Otra persona ha confirmado este correo. Aquí tiene las cartas que pagó: puede leerlas, descargarlas y cancelarlas mientras estén a tiempo. Para escribir otra, cierre la sesión y cree una cuenta con su propio correo.'

type Listed = Pick<LetterSummary, 'state' | 'charged' | 'postedAt' | 'postOn'>

const stateTones = {
  frozen: 'waiting',
  paid: 'done',
  batched: 'done',
  printed: 'done',
  posted: 'done',
  returned: 'trouble',
  cancelled: 'ended',
  expired: 'ended',
  'needs-person': 'trouble',
} satisfies Record<State, Tone>

const dayOf = (instant: string) => madridDay(new Date(instant))

/** `closed`: days without posting. */
type Then = { today: Day; closed: ClosedDays }

function posted({ postedAt }: Listed, { today, closed }: Then): string {
  if (!postedAt) return 'En camino.'
  const arrival = arrivalOn(dayOf(postedAt), closed)
  // After the estimated day there is no further information.
  return arrival >= today
    ? `En camino; llegada estimada el ${longDate(arrival)}.`
    : `Enviada el ${longDate(dayOf(postedAt))}; la llegada se estimaba para el ${longDate(arrival)}.`
}

/** For a letter with a later posting day (design/letter.md#posting-day). */
function leaves({ postOn }: Listed, { today, closed }: Then): string {
  const chosen = postingDay(postOn)
  return chosen && chosen > today ? ` Sale ${comingDate(leavesOn(chosen, closed), today)}.` : ''
}

const sentences = {
  frozen: (letter, then) =>
    `Está lista y espera su pago. Si no se paga en ${durationWords(unpaidFor)}, caduca.${leaves(letter, then)}`,
  paid: (letter, then) => {
    const day = leaves(letter, then)
    return day ? `Está pagada y espera su día.${day}` : 'Está pagada y espera a imprimirse.'
  },
  batched: () => 'Se está imprimiendo. Ya no puede cancelarse.',
  printed: () => 'Está en su sobre. Falta entregarla en Correos.',
  posted,
  returned: () => 'Correos no ha podido entregarla y ha vuelto.',
  cancelled: ({ charged }) =>
    charged ? 'Cancelada; no se enviará.' : 'Cancelada antes de pagarse; no se le ha cobrado nada.',
  expired: ({ charged }) =>
    charged ? 'Caducó sin pagarse a tiempo; no se enviará.' : 'Caducó sin pagarse; no se le ha cobrado nada.',
  'needs-person': () => 'La estamos revisando y le escribiremos. No hace falta que haga nada.',
} satisfies Record<State, (letter: Listed, then: Then) => string>

export const stateSentence = (letter: Listed, then: Then): string => sentences[letter.state](letter, then)

/** Names of steps, where they differ from the state. */
const steps: Record<State, string> = {
  ...stateNames,
  batched: 'En la imprenta',
  printed: 'Impresa y en su sobre',
  posted: 'Entregada a Correos: en camino',
  returned: 'Devuelta por Correos',
  expired: 'Caducada sin pagar',
}

/** The coming steps of a paid letter, with their days. */
export function comingSteps(letter: Coming, { today, closed }: Then): { name: string; when: string }[] {
  const { state, cancelUntil, postedAt, postOn } = letter
  const planned = cancelUntil ? dayOf(cancelUntil) : leavesOn(postingDay(postOn) ?? today, closed)
  const leaves = planned < today ? leavesOn(today, closed) : planned
  const arrival = arrivalOn(postedAt ? dayOf(postedAt) : leaves, closed)
  const when = comingDate(leaves, today)
  const hour = cancelUntil && planned === leaves ? ` ${atHour(new Date(cancelUntil))}` : ''
  const steps = [
    { before: ['paid'], name: 'Se imprime', when: when + hour },
    { before: ['paid', 'batched', 'printed'], name: 'Se entrega a Correos', when },
    {
      before: ['paid', 'batched', 'printed', 'posted'],
      name: `Llega hacia el ${longDate(arrival)}`,
      when: '',
    },
  ]
  return arrival < today ? [] : steps.filter(({ before }) => before.includes(state))
}
type Coming = Pick<LetterSummary, 'state' | 'cancelUntil' | 'postedAt' | 'postOn'>

export const stepWords = ({ from, to }: { from: State | null; to: State }): string =>
  from === 'needs-person' && to === 'paid' ? 'Revisada: vuelve a la cola de impresión' : steps[to]

export const StateTag = ({ state, className }: { state: State; className?: string | undefined }) => (
  <Tag tone={stateTones[state]} className={className}>
    {stateNames[state]}
  </Tag>
)
