import { useId, useState, type FormEvent } from 'react'
import {
  day,
  addDays,
  longDate,
  type Day,
  broughtAfter,
  broughtBy,
  type ClosedDays,
  arrivalFor,
  dayRefusal,
  leavesOn,
  leaveToArrive,
  type PostingDay,
} from '@lacre/letter/days.ts'
import { keysOf } from '@lacre/letter/keys-of.ts'
import { comingDate } from '../coming-day.ts'
import { Button } from '../ui/button.tsx'
import { Actions } from '../ui/display.tsx'
import { Modal } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './day.module.css'

export type DayDialogProps = {
  isOpen: boolean
  chosen: PostingDay
  today: Day
  /** How many days ahead a letter may be sent. */
  ahead: number
  /** Days without post. */
  closed: ClosedDays
  /** Answers why it could not be done; nothing when it is. */
  onChoose: (chosen: PostingDay) => Promise<string | undefined>
  onClose: () => void
}

const ways = {
  soon: 'Lo antes posible',
  leave: 'Enviar el…',
  arrive: 'Que llegue el…',
} as const
type Way = keyof typeof ways

/** The day on which a letter leaves, chosen as such or by the day it should arrive (design/letter.md#posting-day). */
export default function DayDialog(props: DayDialogProps) {
  const [isBusy, setBusy] = useState(false)
  return (
    <Modal
      isOpen={props.isOpen}
      onClose={() => isBusy || props.onClose()}
      title="Día de envío"
      closesOnOverlay={false}
      hasCross
    >
      <Choosing {...props} isBusy={isBusy} setBusy={setBusy} />
    </Modal>
  )
}

function Choosing({
  chosen,
  today,
  ahead,
  closed,
  isBusy,
  setBusy,
  onChoose,
  onClose,
}: DayDialogProps & { isBusy: boolean; setBusy: (isBusy: boolean) => void }) {
  const [way, setWay] = useState<Way>(chosen ? 'leave' : 'soon')
  const [written, setWritten] = useState({ leave: chosen ?? '', arrive: '' })
  const [trouble, setTrouble] = useState<string>()
  const name = useId()
  const last = addDays(today, ahead)
  const latest = way === 'leave' ? last : arrivalFor(last, today, closed)
  const at = { today, last, latest, ahead, closed }
  const { leaves, says, unbrought } = outcome(way, way === 'soon' ? '' : written[way], at)

  async function choose(event: FormEvent) {
    event.preventDefault()
    if (leaves === undefined || isBusy) return
    setBusy(true)
    const refused = await onChoose(leaves)
    setBusy(false)
    setTrouble(refused)
    if (!refused) onClose()
  }
  return (
    <form className={`stack ${styles.form}`} noValidate onSubmit={(event) => void choose(event)}>
      <fieldset className={styles.ways}>
        <legend className="visually-hidden">Cuándo sale la carta</legend>
        {keysOf(ways).map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={way === one} onChange={() => setWay(one)} />
            {ways[one]}
          </label>
        ))}
      </fieldset>
      {way !== 'soon' && (
        <Field
          key={way}
          label={way === 'leave' ? 'Día en que sale' : 'Día en que debería llegar'}
          name="day"
          type="date"
          value={written[way]}
          onChange={(value) => setWritten({ ...written, [way]: value })}
          input={{
            min: way === 'leave' ? addDays(today, 1) : arrivalFor(null, today, closed),
            max: latest,
          }}
        />
      )}
      <p role="status">
        {says} {unbrought && <span className={`soft ${styles.unbrought}`}>{unbrought}</span>}
      </p>
      {way !== 'soon' && (
        <p className="soft">
          Se paga al enviarla y se imprime el día en que sale. Hasta entonces puede cambiar el día, o
          cancelarla y recuperar todo su dinero, en «Mis cartas». La fecha impresa es la que se ve en la carta
          al pulsar «Enviar».
        </p>
      )}
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <Actions>
        <Button kind="secondary" disabled={isBusy} onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" isBusy={isBusy} disabled={leaves === undefined}>
          {isBusy ? 'Guardando...' : 'Aceptar'}
        </Button>
      </Actions>
    </form>
  )
}

const unsure =
  'Es una estimación: el correo ordinario no garantiza el día. Si es una fecha señalada, elija unos días antes.'

/** Of a day on which no letter is brought: the estimate counts working days, and may end on it. */
function unbroughtOn(wished: Day, today: Day): string | undefined {
  const before = broughtBy(wished)
  if (before === wished) return undefined
  const on = comingDate(wished, today)
  return `${on.charAt(0).toLocaleUpperCase('es')}${on.slice(1)} no suele haber reparto: tendría que llegar a más tardar ${comingDate(before, today)}. Si no llega entonces, lo normal es que llegue ${comingDate(broughtAfter(wished), today)}.`
}

/** The day it would leave, null as soon as possible, and what is said of it; undefined while none can be taken. */
function outcome(
  way: Way,
  written: string,
  {
    today,
    last,
    latest,
    ahead,
    closed,
  }: { today: Day; last: Day; latest: Day; ahead: number; closed: ClosedDays },
): { leaves?: PostingDay; says: string; unbrought?: string | undefined } {
  const arrival = (leaves: PostingDay) =>
    `se espera que llegue el ${longDate(arrivalFor(leaves, today, closed))}`
  const soon = { leaves: null, says: `Si la envía ahora, ${arrival(null)}.` }
  if (way === 'soon') return soon
  const wished = dayIn(written)
  if (!wished) return { says: 'Elija un día.' }

  const tooFar = { says: `Puede salir, como muy tarde, el ${longDate(last)}.` }
  // A year may be typed to which nobody can count.
  if (wished > latest) return tooFar
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
  const unbrought = unbroughtOn(wished, today)
  return leaves === today
    ? { ...soon, says: `${soon.says} ${unsure}`, unbrought }
    : { leaves, says: `${when} ${unsure}`, unbrought }
}

function dayIn(text: string): Day | undefined {
  try {
    return day(text)
  } catch {
    return undefined
  }
}
