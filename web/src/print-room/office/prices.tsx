import type { DatedPrices } from '@lacre/letter/print-room/console-calls.ts'
import { day, longDate } from '@lacre/letter/days.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { priceLabels } from '@lacre/letter/price/price.ts'
import { useToday } from '../../use-today.ts'
import { readPrices } from '../data/calls.ts'
import { useConsole } from '../data/console-context.ts'
import { LiveData } from '../data/live-data.tsx'
import { useLive } from '../data/use-live.ts'
import { Part } from '../view/part.tsx'
import { Cell, NumberCell, RowName, Table } from '../view/table.tsx'
import styles from '../view/view.module.css'

/** Every dated price. They are added on the command line, with a day to think it over. */
export function Prices() {
  const { redirectIfUnauthorized } = useConsole()
  const { live, reload } = useLive(readPrices, '', redirectIfUnauthorized)
  return (
    <Part id="precios" title="Precios">
      <p className={styles.soft}>
        Cada precio vale desde su día hasta que empieza otro del mismo concepto. Las cartas ya preparadas
        conservan el suyo. Se añaden en el servidor con <code>lacre price add</code>.
      </p>
      <LiveData live={live} loading="Cargando los precios..." onReload={reload}>
        {({ prices }) => (
          <Table
            columns={['Desde', 'Concepto', 'Importe', 'Quién']}
            numbers={['Importe']}
            aria-label="Precios"
          >
            {prices.toReversed().map((price) => (
              <Row key={`${price.from} ${price.code}`} price={price} />
            ))}
          </Table>
        )}
      </LiveData>
    </Part>
  )
}

function Row({ price: { from, code, cents: amount, addedBy } }: { price: DatedPrices['prices'][number] }) {
  const today = useToday()
  return (
    <tr role="row">
      <RowName>
        {longDate(day(from))}
        {today && from > today && ' (todavía no)'}
      </RowName>
      <Cell column="Concepto">{priceLabels[code]}</Cell>
      <NumberCell column="Importe">{inEuros(cents(amount))}</NumberCell>
      <Cell column="Quién">{addedBy ?? 'De origen'}</Cell>
    </tr>
  )
}
