import { inEuros } from '@lacre/letter/price/money.ts'
import { totalLabel } from '@lacre/letter/price/price.ts'
import { ScrollingTable } from './scrolling-table.tsx'
import { usePrice } from '../use-config.ts'
import { useToday } from '../use-today.ts'
import styles from './text-page.module.css'

/** What the terms say of the price: what is charged today, line by line (design.md#price-shown-is-charged). */
export const Price = () => (
  <div className={styles.price}>
    <Lines />
  </div>
)

function Lines() {
  const price = usePrice(useToday())
  if (!price)
    return <p>El precio se muestra al escribir la carta y otra vez antes de pagarla, IVA incluido.</p>
  const total = inEuros(price.total)
  return (
    <>
      <p>
        Cada carta cuesta <strong>{total}, IVA incluido</strong>. No hay suscripción ni gastos añadidos:
      </p>
      <ScrollingTable>
        <thead>
          <tr>
            <th>Concepto</th>
            <th align="right">Importe</th>
          </tr>
        </thead>
        <tbody>
          {price.lines.map(({ code, label, cents }) => (
            <tr key={code}>
              <td>{label}</td>
              <td align="right">{inEuros(cents)}</td>
            </tr>
          ))}
          <tr>
            <td>
              <strong>{totalLabel}</strong>
            </td>
            <td align="right">
              <strong>{total}</strong>
            </td>
          </tr>
        </tbody>
      </ScrollingTable>
    </>
  )
}
