import type { Config, LetterDetail } from '@lacre/letter/calls.ts'
import { day, longDate, madridDay } from '@lacre/letter/days.ts'
import { isNif } from '@lacre/letter/nif.ts'
import { orderNumber } from '@lacre/letter/order-number.ts'
import type { FullInvoiceBody, IssuedInvoice } from '@lacre/letter/price/invoice-calls.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { totalLabel } from '@lacre/letter/price/price.ts'
import { count } from '@lacre/letter/words.ts'
import { useState } from 'react'
import { readLetter } from '../api.ts'
import { useCall } from '../queries.ts'
import { download } from '../download.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Fact, Facts } from '../ui/display.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { useConfig } from '../use-config.ts'
import { type Changeable, invoicePdf, requestInvoice } from './calls.ts'
import styles from './letter.module.css'

/** The buyer of a full invoice. It is issued once, so the data are checked first. The caller closes the dialog. */
function InvoiceDialog({
  id,
  onClose,
  onIssued,
}: {
  id: string
  onClose: () => void
  onIssued: () => Promise<void>
}) {
  const [wrong, setWrong] = useState<string>()
  const requesting = useCall((buyer: FullInvoiceBody) => requestInvoice(id, buyer), onIssued)
  const isBusy = requesting.isPending

  function send({ name = '', nif = '', address = '' }: Record<string, string>) {
    const found = wrongWith({ name, nif, address })
    setWrong(found)
    if (!found) requesting.mutate({ name, nif, address })
  }
  return (
    <FormDialog
      title="Pedir factura con NIF"
      words="Pedir la factura"
      busyWords="Preparando..."
      leave="Cancelar"
      noValidate
      isBusy={isBusy}
      error={wrong ?? requesting.error?.message}
      onSubmit={send}
      onClose={onClose}
    >
      <p>Compruebe los datos: la factura se hace una sola vez y se guarda seis años, como pide la ley.</p>
      <Field
        label="Nombre o razón social"
        name="name"
        autoComplete="organization"
        maxLength={120}
        readOnly={isBusy}
        required
      />
      <Field label="NIF" name="nif" maxLength={20} readOnly={isBusy} required />
      <Field
        label="Domicilio fiscal"
        hint="Calle y número, código postal y localidad"
        name="address"
        autoComplete="street-address"
        maxLength={200}
        readOnly={isBusy}
        required
      />
    </FormDialog>
  )
}

function wrongWith({ name, nif, address }: FullInvoiceBody) {
  if (!name.trim() || !nif.trim() || !address.trim()) return 'Rellene los tres datos: van en la factura.'
  return isNif(nif) ? undefined : 'Ese NIF no es correcto: compruebe los números y la letra.'
}

const names = {
  simplificada: 'factura simplificada',
  completa: 'factura con NIF',
  rectificativa: 'factura rectificativa',
} as const satisfies Record<IssuedInvoice['kind'], string>

/** The invoices of a letter as PDF files; a full one can replace the simplified one, once. */
export function Invoices({ letter, onChange }: Changeable) {
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
    <section className={`stack sheet start ${styles.part}`} aria-labelledby="factura">
      <h2 id="factura" className="subtitle">
        Factura
      </h2>
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
      {isAsking && <InvoiceDialog id={letter.id} onClose={() => setAsking(false)} onIssued={issued} />}
    </section>
  )
}

/** Without `number`: the present invoice, issued now if there is none. */
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
  const fetching = useCall(
    () => invoicePdf(id, number),
    (pdf) => download(pdf, `factura-${number ?? 'lacre'}.pdf`),
  )
  return (
    <div className={`list start ${styles.pages}`}>
      {number && issuedOn && (
        <p>
          {number}, del {longDate(day(issuedOn))}
        </p>
      )}
      <Button kind="secondary" isBusy={fetching.isPending} onClick={() => fetching.mutate()}>
        {fetching.isPending ? 'Descargando...' : `Descargar la ${name} (PDF)`}
      </Button>
      {fetching.error && <Notice kind="error">{fetching.error.message}</Notice>}
    </div>
  )
}

/** The receipt as in the mail, to print: it is alone on paper. */
export function Receipt({ letter, paidAt }: { letter: LetterDetail; paidAt: string }) {
  const config = useConfig()
  return (
    <section className={`stack parts sheet ${styles.part}`} data-receipt="" aria-labelledby="recibo">
      <h2 id="recibo" className="subtitle">
        Recibo
      </h2>
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
        <div className={`strong ${styles.total}`}>
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
  return <p className="quiet">{known.join(' · ')}</p>
}
