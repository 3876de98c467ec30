import { useState } from 'react'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { day, longDate } from '@lacre/letter/days.ts'
import type { IssuedInvoice } from '@lacre/letter/price/invoice-calls.ts'
import { detailOf, readLetter } from '../../api.ts'
import { download } from '../../download.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { invoicePdf } from '../data/letter-calls.ts'
import { InvoiceDialog } from './invoice-dialog.tsx'
import styles from './letter.module.css'

const names = {
  simplificada: 'factura simplificada',
  completa: 'factura con NIF',
  rectificativa: 'factura rectificativa',
} as const satisfies Record<IssuedInvoice['kind'], string>

/** What a letter has been invoiced with, each as a PDF; in place of the simplified one a full one can be asked for, once. */
export function Invoices({
  letter,
  onChange,
}: {
  letter: LetterDetail
  onChange: (letter: LetterDetail, words?: string) => void
}) {
  const [isAsking, setAsking] = useState(false)
  const { invoices } = letter
  const isReplaceable =
    letter.access !== 'figures' &&
    letter.refunded === 0 &&
    invoices.every(({ kind }) => kind === 'simplificada')

  async function issued() {
    const answer = await readLetter(letter.id)
    setAsking(false)
    onChange(answer.ok ? answer.body : letter, 'Su factura con NIF está lista.')
  }
  return (
    <section className={styles.part} aria-labelledby="factura">
      <h2 id="factura">Factura</h2>
      {invoices.length === 0 && <Invoice id={letter.id} name="factura simplificada" />}
      {invoices.map(({ number, kind, issuedOn }) => (
        <Invoice key={number} id={letter.id} number={number} name={names[kind]} issuedOn={issuedOn} />
      ))}
      {isReplaceable && (
        <>
          <p>
            Si la necesita para su empresa o su actividad, pídala con su NIF y su domicilio: sustituye a la
            simplificada.
          </p>
          <Button kind="secondary" onClick={() => setAsking(true)}>
            Pedir factura con NIF
          </Button>
        </>
      )}
      {isAsking && (
        <InvoiceDialog id={letter.id} onClose={() => setAsking(false)} onIssued={() => void issued()} />
      )}
    </section>
  )
}

type Fetching = { is: 'idle' | 'busy' } | { is: 'failed'; detail: string }

/** Without a number: the one in force, made now where it has not been yet. */
function Invoice({
  id,
  number,
  name,
  issuedOn,
}: {
  id: string
  number?: string
  name: string
  issuedOn?: string
}) {
  const [fetching, setFetching] = useState<Fetching>({ is: 'idle' })

  async function fetchInvoice() {
    setFetching({ is: 'busy' })
    const answer = await invoicePdf(id, number)
    if (!answer.ok) return setFetching({ is: 'failed', detail: detailOf(answer) })
    download(answer.body, `factura-${number ?? 'lacre'}.pdf`)
    setFetching({ is: 'idle' })
  }
  return (
    <div className={styles.pages}>
      {number && issuedOn && (
        <p>
          {number}, del {longDate(day(issuedOn))}
        </p>
      )}
      <Button kind="secondary" isBusy={fetching.is === 'busy'} onClick={() => void fetchInvoice()}>
        {fetching.is === 'busy' ? 'Descargando...' : `Descargar la ${name} (PDF)`}
      </Button>
      {fetching.is === 'failed' && <Notice kind="error">{fetching.detail}</Notice>}
    </div>
  )
}
