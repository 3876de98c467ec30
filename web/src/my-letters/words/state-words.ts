import {
  arrivalOn,
  type ClosedDays,
  longDate,
  madridDay,
  type Day,
  leavesOn,
  postingDay,
} from '@lacre/letter/days.ts'
import type { LetterSummary } from '@lacre/letter/calls.ts'
import { unpaidFor } from '@lacre/letter/kept-for.ts'
import type { State } from '@lacre/letter/journey.ts'
import type { Tone } from '../../ui/display/tag.tsx'
import { comingDate, durationWords, stateNames } from '@lacre/letter/words.ts'

type Listed = Pick<LetterSummary, 'state' | 'charged' | 'postedAt' | 'postOn'>

export const stateTones = {
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

/** When somebody looks at it, and the days without post that are known then. */
type Then = { today: Day; closed: ClosedDays }

function posted({ postedAt }: Listed, { today, closed }: Then): string {
  if (!postedAt) return 'En camino.'
  const arrival = arrivalOn(dayOf(postedAt), closed)
  // Past that day nobody knows any more than that.
  return arrival >= today
    ? `En camino; llegada estimada el ${longDate(arrival)}.`
    : `Enviada el ${longDate(dayOf(postedAt))}; la llegada se estimaba para el ${longDate(arrival)}.`
}

/** Of a letter for a later day (design.md#posting-day). */
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
  returned: () => 'Correos nos la ha devuelto sin poder entregarla.',
  cancelled: ({ charged }) =>
    charged ? 'Cancelada; no se enviará.' : 'Cancelada antes de pagarse; no se le ha cobrado nada.',
  expired: ({ charged }) =>
    charged ? 'Caducó sin pagarse a tiempo; no se enviará.' : 'Caducó sin pagarse; no se le ha cobrado nada.',
  'needs-person': () => 'La estamos revisando y le escribiremos. No hace falta que haga nada.',
} satisfies Record<State, (letter: Listed, then: Then) => string>

/** How the letter stands, as one sentence. */
export const stateSentence = (letter: Listed, then: Then): string => sentences[letter.state](letter, then)

/** Where the step says more than the state it leads to. */
const steps: Record<State, string> = {
  ...stateNames,
  frozen: 'Preparada para pagar',
  batched: 'En la imprenta',
  printed: 'Impresa y en su sobre',
  posted: 'Entregada a Correos: en camino',
  returned: 'Devuelta por Correos',
  expired: 'Caducada sin pagar',
}

/** One step of the timeline. */
export const stepWords = ({ from, to }: { from: State | null; to: State }): string =>
  from === 'needs-person' && to === 'paid' ? 'Revisada: vuelve a la cola de impresión' : steps[to]
