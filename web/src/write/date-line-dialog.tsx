import type { Day } from '@lacre/letter/days.ts'
import { longDate } from '@lacre/letter/days.ts'
import {
  type DateLine,
  type DateLineDay,
  isDateLineDay,
  longestTown,
  namedDays,
} from '@lacre/letter/looks/date-line.ts'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { Actions } from '../ui/display.tsx'
import { Field } from '../ui/field.tsx'
import dayStyles from './day.module.css'

type DateLineDialogProps = {
  /** What stands on the sheet, and what of it was chosen. */
  chosen: DateLine
  kept: DateLine | null
  city: string
  today: Day
  /** The day a planned letter leaves. */
  leaves: Day | null
  onChoose: (chosen: DateLine | null) => void
  onClose: () => void
}

type Way = (typeof namedDays)[number] | 'other'

/** Which date stands over the letter, and where it was written (design/paper.md#date-line). */
export default function DateLineDialog({ isOpen, ...props }: DateLineDialogProps & { isOpen: boolean }) {
  return (
    <Modal isOpen={isOpen} onClose={props.onClose} title="Fecha de la carta" closesOnOverlay hasCross>
      <Choosing {...props} />
    </Modal>
  )
}

function Choosing({ chosen, kept, city, today, leaves, onChoose, onClose }: DateLineDialogProps) {
  const shown = chosen.day ?? 'writing'
  const isOther = !namedDays.some((name) => name === shown)
  const [way, setWay] = useState<Way>(isOther ? 'other' : (shown as Way))
  const [isTouched, setTouched] = useState(false)
  const [other, setOther] = useState(isOther ? shown : '')
  const [town, setTown] = useState(chosen.town ?? city)
  const [error, setError] = useState<string>()
  const name = useId()
  const ways: Partial<Record<Way, string>> = {
    writing: `Hoy, ${longDate(today)}`,
    ...(leaves && { leaving: `El día en que sale, ${longDate(leaves)}` }),
    other: 'Otra',
    none: 'Sin fecha',
  }

  function choose(event: FormEvent) {
    event.preventDefault()
    const day = way === 'other' ? other : way
    if (!isDateLineDay(day)) return setError('Elija un día.')
    onChoose(settle(isTouched ? day : kept?.day))
    onClose()
  }
  /** The sender's own town goes on following their address. */
  function settle(day: DateLineDay | undefined): DateLine | null {
    const written = town.trim()
    const isOwn = written === city.trim()
    return day === undefined && isOwn ? null : { ...(day && { day }), ...(!isOwn && { town: written }) }
  }
  return (
    <form className="stack" noValidate onSubmit={choose}>
      <fieldset className={dayStyles.ways}>
        <legend className="visually-hidden">Qué fecha se imprime</legend>
        {Object.entries(ways).map(([one, label]) => (
          <label key={one}>
            <input
              type="radio"
              name={name}
              checked={way === one}
              onChange={() => {
                setWay(one as Way)
                setTouched(true)
              }}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {way === 'other' && (
        <Field
          label="Otra fecha"
          name="day"
          type="date"
          value={other}
          onChange={(value) => {
            setOther(value)
            setTouched(true)
            setError(undefined)
          }}
          {...(error && { error })}
        />
      )}
      {way !== 'none' && (
        <Field
          label="Lugar"
          name="town"
          value={town}
          maxLength={longestTown}
          autoComplete="off"
          onChange={setTown}
        />
      )}
      <Actions>
        <Button kind="secondary" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit">Aceptar</Button>
      </Actions>
    </form>
  )
}
