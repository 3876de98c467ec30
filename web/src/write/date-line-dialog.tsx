import { type Day, longDate } from '@lacre/letter/days.ts'
import {
  type DateLine,
  type DateLineDay,
  isDateLineDay,
  longestTown,
  namedDays,
} from '@lacre/letter/looks/date-line.ts'
import { useState } from 'react'
import { FormDialog } from '../ui/dialog.tsx'
import { Field, Radios, readForm } from '../ui/field.tsx'

type DateLineDialogProps = {
  /** `chosen`: the date line on the sheet; `kept`: the part of it that the writer chose. */
  chosen: DateLine
  kept: DateLine | null
  city: string
  today: Day
  /** The posting day, if one was chosen. */
  leaves: Day | null
  onChoose: (chosen: DateLine | null) => void
  onClose: () => void
}

type Way = (typeof namedDays)[number] | 'other'

/** Date and place above the letter (design/paper.md#date-line). */
export default function DateLineDialog({
  chosen,
  kept,
  city,
  today,
  leaves,
  onChoose,
  onClose,
}: DateLineDialogProps) {
  const shown = chosen.day ?? 'writing'
  const isOther = !namedDays.some((name) => name === shown)
  const [{ way, other, town }, setWritten] = useState({
    way: (isOther ? 'other' : shown) as Way,
    other: isOther ? shown : '',
    town: chosen.town ?? city,
  })
  const [error, setError] = useState<string>()
  const ways: Partial<Record<Way, string>> = {
    writing: `Hoy, ${longDate(today)}`,
    ...(leaves && { leaving: `El día en que sale, ${longDate(leaves)}` }),
    other: 'Otra',
    none: 'Sin fecha',
  }

  function choose() {
    const day = way === 'other' ? other : way
    if (!isDateLineDay(day)) return setError('Elija un día.')
    onChoose(withoutDefaults(day === shown ? kept?.day : day))
    onClose()
  }
  /** The sender's own town is not stored, so that it follows their address. */
  function withoutDefaults(day: DateLineDay | undefined): DateLine | null {
    const written = town.trim()
    const isOwn = written === city.trim()
    return day === undefined && isOwn ? null : { ...(day && { day }), ...(!isOwn && { town: written }) }
  }
  return (
    <FormDialog
      title="Fecha de la carta"
      words="Aceptar"
      busyWords="Aceptar"
      leave="Cancelar"
      closesOnOverlay
      hasCross
      noValidate
      isBusy={false}
      error={undefined}
      onInput={({ currentTarget }) => {
        setWritten((before) => ({ ...before, ...readForm(currentTarget) }))
        setError(undefined)
      }}
      onSubmit={choose}
      onClose={onClose}
    >
      <Radios legend="Qué fecha se imprime" name="way" options={ways} initial={way} />
      {way === 'other' && (
        <Field label="Otra fecha" name="other" type="date" defaultValue={other} error={error} />
      )}
      {way !== 'none' && (
        <Field label="Lugar" name="town" defaultValue={town} maxLength={longestTown} autoComplete="off" />
      )}
    </FormDialog>
  )
}
