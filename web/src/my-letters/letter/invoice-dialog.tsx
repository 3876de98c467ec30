import { useState, type FormEvent } from 'react'
import { isNif } from '@lacre/letter/nif.ts'
import { detailOf } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Actions } from '../../ui/display/actions.tsx'
import { Modal } from '../../ui/dialog/modal.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { requestInvoice } from '../data/letter-calls.ts'
import styles from './letter.module.css'

/** To whom a full invoice is made out: it is made once, so what is written is looked at first. Whoever opened it closes it. */
export function InvoiceDialog({
  id,
  onClose,
  onIssued,
}: {
  id: string
  onClose: () => void
  onIssued: () => void
}) {
  const [buyer, setBuyer] = useState({ name: '', nif: '', address: '' })
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const change = (part: Partial<typeof buyer>) => setBuyer((before) => ({ ...before, ...part }))

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const wrong = wrongWith(buyer)
    setRefused(wrong)
    if (wrong) return
    setBusy(true)
    const answer = await requestInvoice(id, buyer)
    if (answer.ok) return onIssued()
    setBusy(false)
    setRefused(detailOf(answer))
  }
  return (
    <Modal isOpen onClose={() => isBusy || onClose()} title="Pedir factura con NIF" closesOnOverlay={false}>
      <form className={styles.dialog} noValidate onSubmit={(event) => void send(event)}>
        <p>Compruebe los datos: la factura se hace una sola vez y se guarda seis años, como pide la ley.</p>
        <Field
          label="Nombre o razón social"
          name="name"
          autoComplete="organization"
          maxLength={120}
          value={buyer.name}
          onChange={(name) => change({ name })}
          readOnly={isBusy}
          required
        />
        <Field
          label="NIF"
          name="nif"
          maxLength={20}
          value={buyer.nif}
          onChange={(nif) => change({ nif })}
          readOnly={isBusy}
          required
        />
        <Field
          label="Domicilio fiscal"
          hint="Calle y número, código postal y localidad"
          name="address"
          autoComplete="street-address"
          maxLength={200}
          value={buyer.address}
          onChange={(address) => change({ address })}
          readOnly={isBusy}
          required
        />
        {refused && <Notice kind="error">{refused}</Notice>}
        <Actions>
          <Button kind="secondary" disabled={isBusy} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" isBusy={isBusy}>
            {isBusy ? 'Preparando...' : 'Pedir la factura'}
          </Button>
        </Actions>
      </form>
    </Modal>
  )
}

function wrongWith({ name, nif, address }: { name: string; nif: string; address: string }) {
  if (!name.trim() || !nif.trim() || !address.trim()) return 'Rellene los tres datos: van en la factura.'
  return isNif(nif) ? undefined : 'Ese NIF no es correcto: compruebe los números y la letra.'
}
