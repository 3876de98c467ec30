import { useState } from 'react'
import {
  day,
  addDays,
  longDate,
  type Day,
  type ClosedDays,
  arrivalFor,
  dayRefusal,
  isWorkingDay,
  leavesOn,
  type PostingDay,
} from '@lacre/letter/days.ts'
import { comingDate } from '../coming-day.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { Field, Radios, readForm } from '../ui/field.tsx'
import styles from './day.module.css'

type DayDialogProps = {
  chosen: PostingDay
  today: Day
  /** How many days ahead a letter may be sent. */
  ahead: number
  closed: ClosedDays
  /** Resolves to the reason of a failure, else undefined. */
  onChoose: (chosen: PostingDay) => Promise<string | undefined>
  onClose: () => void
}
type Limits = Pick<DayDialogProps, 'today' | 'ahead' | 'closed'>

const ways = { soon: 'Lo antes posible', leave: 'Enviar el…', arrive: 'Que llegue el…' } as const
type Way = keyof typeof ways

/** Chooses the posting day, directly or by the day of arrival (design/letter.md#posting-day). */
export default function DayDialog({ chosen, today, ahead, closed, onChoose, onClose }: DayDialogProps) {
  const [{ way, ...days }, setWritten] = useState({
    way: (chosen ? 'leave' : 'soon') as Way,
    leave: chosen ?? '',
    arrive: '',
  })
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const limits = { today, ahead, closed }
  const { leaves, says, noDelivery } = outcome(way, way === 'soon' ? '' : days[way], limits)

  async function choose() {
    if (leaves === undefined) return
    setBusy(true)
    const refused = await onChoose(leaves)
    setBusy(false)
    setTrouble(refused)
    if (!refused) onClose()
  }
  return (
    <FormDialog
      title="Día de envío"
      words="Aceptar"
      busyWords="Guardando..."
      leave="Cancelar"
      hasCross
      noValidate
      isBusy={isBusy}
      isReady={leaves !== undefined}
      error={trouble}
      // Keeps the day of the other choice, since its field is unmounted.
      onInput={({ currentTarget }) => setWritten((before) => ({ ...before, ...readForm(currentTarget) }))}
      onSubmit={() => void choose()}
      onClose={onClose}
    >
      <Radios legend="Cuándo sale la carta" name="way" options={ways} initial={way} />
      {way !== 'soon' && (
        <Field
          key={way}
          label={way === 'leave' ? 'Día en que sale' : 'Día en que debería llegar'}
          name={way}
          type="date"
          defaultValue={days[way]}
          min={way === 'leave' ? addDays(today, 1) : arrivalFor(null, today, closed)}
          max={latestDay(way, limits)}
        />
      )}
      <p role="status">
        {says} {noDelivery && <span className={`soft ${styles.unbrought}`}>{noDelivery}</span>}
      </p>
      {way !== 'soon' && (
        <p className="soft">
          Se paga al enviarla y se imprime el día en que sale. Hasta entonces puede cambiar el día, o
          cancelarla y recuperar todo su dinero, en «Mis cartas». La fecha impresa es la que se ve en la carta
          al pulsar «Enviar».
        </p>
      )}
    </FormDialog>
  )
}

/** The last day that can be chosen. */
function latestDay(way: Way, { today, ahead, closed }: Limits): Day {
  const last = addDays(today, ahead)
  return way === 'leave' ? last : arrivalFor(last, today, closed)
}

const unsure =
  'Es una estimación: el correo ordinario no garantiza el día. Si es una fecha señalada, elija unos días antes.'

/** A warning when the chosen day has no delivery. */
function noDeliveryWords(wished: Day, today: Day): string | undefined {
  const before = lastDeliveryBy(wished)
  if (before === wished) return undefined
  const on = comingDate(wished, today)
  return `${on.charAt(0).toLocaleUpperCase('es')}${on.slice(1)} no suele haber reparto: tendría que llegar a más tardar ${comingDate(before, today)}. Si no llega entonces, lo normal es que llegue ${comingDate(firstDeliveryAfter(wished), today)}.`
}

/** The posting day (null: as soon as possible; undefined: not possible) and the sentence about it. */
function outcome(
  way: Way,
  written: string,
  limits: Limits,
): { leaves?: PostingDay; says: string; noDelivery?: string | undefined } {
  const { today, ahead, closed } = limits
  const arrival = (leaves: PostingDay) =>
    `se espera que llegue el ${longDate(arrivalFor(leaves, today, closed))}`
  const soon = { leaves: null, says: `Si la envía ahora, ${arrival(null)}.` }
  if (way === 'soon') return soon
  const wished = dayIn(written)
  if (!wished) return { says: 'Elija un día.' }

  const tooFar = { says: `Puede salir, como muy tarde, el ${longDate(addDays(today, ahead))}.` }
  // Before counting working days: a year far ahead may be typed.
  if (wished > latestDay(way, limits)) return tooFar
  const leaves = way === 'leave' ? wished : leaveToArrive(wished, today, closed)
  if (!leaves || wished < today)
    return {
      says:
        wished < today
          ? 'Ese día ya ha pasado.'
          : `No llegaría a tiempo: enviada lo antes posible, ${arrival(null)}.`,
    }
  if (dayRefusal(leaves, { today, ahead })) return tooFar
  if (way === 'leave' && leaves === today) return soon
  const moved = leavesOn(leaves, closed) === leaves ? '' : 'Ese día no hay envíos. '
  const when = `${moved}Sale ${comingDate(leavesOn(leaves, closed), today)} y ${arrival(leaves)}.`
  if (way === 'leave') return { leaves, says: when }
  const noDelivery = noDeliveryWords(wished, today)
  return leaves === today
    ? { ...soon, says: `${soon.says} ${unsure}`, noDelivery }
    : { leaves, says: `${when} ${unsure}`, noDelivery }
}

/** The last delivery day until `one`. The post delivers on working days, also when we are closed. */
export const lastDeliveryBy = (one: Day): Day =>
  isWorkingDay(one, []) ? one : lastDeliveryBy(addDays(one, -1))
export function firstDeliveryAfter(one: Day): Day {
  const next = addDays(one, 1)
  return isWorkingDay(next, []) ? next : firstDeliveryAfter(next)
}

/** The last posting day for an estimated arrival by `wished`; undefined: too late. */
export function leaveToArrive(wished: Day, today: Day, closed: ClosedDays): Day | undefined {
  for (let chosen = wished; chosen >= today; chosen = addDays(chosen, -1))
    if ((chosen === today || isWorkingDay(chosen, closed)) && arrivalFor(chosen, today, closed) <= wished)
      return chosen
  return undefined
}

function dayIn(text: string): Day | undefined {
  try {
    return day(text)
  } catch {
    return undefined
  }
}
