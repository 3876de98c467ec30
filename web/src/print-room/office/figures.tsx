import { useState } from 'react'
import type { Figures as Sums } from '@lacre/letter/print-room/console-calls.ts'
import { day as dayOf, longDate, madridDay } from '@lacre/letter/days.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { Field } from '../../ui/field.tsx'
import { readFigures } from '../data/calls.ts'
import { useConsole } from '../data/console-context.ts'
import { LiveData } from '../data/live-data.tsx'
import { useLive } from '../data/use-live.ts'
import { Part } from '../view/part.tsx'
import { NumberCell, RowName, Table } from '../view/table.tsx'
import styles from '../view/view.module.css'
import officeStyles from './office.module.css'

const plain = (number: number) => String(number)
const money = (amount: number) => inEuros(cents(amount))
const rows = [
  ['paid', 'Cartas pagadas', plain],
  ['posted', 'Entregadas a Correos', plain],
  ['returned', 'Devueltas por Correos', plain],
  ['cancelled', 'Canceladas después de pagarse', plain],
  ['taken', 'Cobrado', money],
  ['givenBack', 'Devuelto', money],
  ['disputed', 'Reclamado al banco', money],
  ['net', 'Queda', money],
] as const satisfies [keyof Sums, string, (value: number) => string][]

const isDay = (written: string) => /^\d{4}-\d\d-\d\d$/.test(written)

/** The day and its month (design.md#figures). */
export function Figures() {
  const { redirectIfUnauthorized } = useConsole()
  const [day, setDay] = useState<string>(() => madridDay(new Date()))
  const { live, reload } = useLive(readFigures, day, redirectIfUnauthorized)
  return (
    <Part id="cifras" title="Cifras">
      <div className={officeStyles.day}>
        <Field label="Día" name="day" type="date" value={day} onChange={(to) => isDay(to) && setDay(to)} />
      </div>
      <LiveData live={live} loading="Cargando las cifras..." onReload={reload}>
        {({ day: shown, ofDay, ofMonth }) => (
          <>
            <Table
              columns={['Qué', 'El día', 'Su mes']}
              numbers={['El día', 'Su mes']}
              aria-label={`Cifras del ${longDate(dayOf(shown))}`}
            >
              {rows.map(([key, name, words]) => (
                <tr key={key} role="row">
                  <RowName>{name}</RowName>
                  <NumberCell column="El día">{words(ofDay[key])}</NumberCell>
                  <NumberCell column="Su mes">{words(ofMonth[key])}</NumberCell>
                </tr>
              ))}
            </Table>
            <p className={styles.soft}>
              Días de Madrid. Una devolución cuenta el día en que se hace, también la que está en camino; lo
              reclamado, el día en que se cobró.
            </p>
          </>
        )}
      </LiveData>
    </Part>
  )
}
