import type { Config, LetterDetail } from '@lacre/letter/calls.ts'
import { orderNumber } from '@lacre/letter/order-number.ts'
import { longDate, madridDay } from '@lacre/letter/days.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { totalLabel } from '@lacre/letter/price/price.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/display/facts.tsx'
import { useConfig } from '../../use-config.ts'
import { count } from '@lacre/letter/words.ts'
import styles from './letter.module.css'

/** The receipt of the mail, as a page one can print or keep: alone on paper. */
export function Receipt({ letter, paidAt }: { letter: LetterDetail; paidAt: string }) {
  const config = useConfig()
  return (
    <section className={styles.receipt} data-receipt="" aria-labelledby="recibo">
      <h2 id="recibo">Recibo</h2>
      {typeof config === 'object' && <Seller operator={config.operator} />}
      <Facts values="apart">
        <Fact name="Pedido">{orderNumber(letter.id)}</Fact>
        <Fact name="Fecha de pago">{longDate(madridDay(new Date(paidAt)))}</Fact>
        <Fact name="Carta">
          {count(letter.pages, 'página', 'páginas')}, {count(letter.sheets, 'hoja', 'hojas')}
        </Fact>
        <Fact name="Código del documento">{letter.hash}</Fact>
      </Facts>
      <Facts values="apart" className={styles.lines}>
        {letter.lines.map((line) => (
          <Fact key={line.code} name={line.label}>
            {inEuros(cents(line.cents))}
          </Fact>
        ))}
        <div className={styles.total}>
          <dt>{totalLabel}</dt>
          <dd>{inEuros(cents(letter.total))}</dd>
        </div>
        {letter.refunded > 0 && <Fact name="Devuelto">{inEuros(cents(-letter.refunded))}</Fact>}
      </Facts>
      <Button kind="secondary" className={styles.print ?? ''} onClick={() => print()}>
        Imprimir el recibo
      </Button>
    </section>
  )
}

function Seller({ operator: { name, nif, address } }: Pick<Config, 'operator'>) {
  const known = ['Lacre', name, nif && `NIF ${nif}`, address].filter(Boolean)
  return <p className={styles.seller}>{known.join(' · ')}</p>
}
