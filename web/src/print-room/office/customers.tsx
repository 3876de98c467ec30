import { useState, type FormEvent } from 'react'
import type { Customer } from '@lacre/letter/print-room/console-calls.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ActionResult } from '../actions/action-result.tsx'
import { useAction } from '../actions/use-action.ts'
import { findCustomers } from '../data/calls.ts'
import letterStyles from '../letters/letters.module.css'
import { Part } from '../view/part.tsx'
import styles from '../view/view.module.css'
import { CustomerCard } from './customer-card.tsx'

/** Whoever writes or calls: found by the whole address or by an order, and by nothing that is sealed. */
export function Customers() {
  const [find, setFind] = useState('')
  const [found, setFound] = useState<Customer[]>()
  const [isTried, setTried] = useState(false)
  const { status, isBusy, run } = useAction()
  const wanted = find.trim()
  const isWhole = /^[\d\s.-]{10,}$|.@./.test(wanted)
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!isWhole || isBusy) return
    void run(
      () => findCustomers(wanted),
      ({ customers }) => setFound(customers),
    )
  }
  const change = (changed: Customer) =>
    setFound((all) => all?.map((one) => (one.id === changed.id ? changed : one)))
  return (
    <Part id="clientes" title="Clientes">
      <form className={letterStyles.find} onSubmit={submit} noValidate>
        <Field
          label="Correo electrónico o pedido"
          name="customer"
          type="search"
          hint="El correo entero, o las diez cifras del pedido. La búsqueda queda en el registro."
          autoComplete="off"
          maxLength={254}
          value={find}
          onChange={setFind}
          {...(isTried && !isWhole && { error: 'Escriba el correo entero o las diez cifras del pedido.' })}
        />
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Buscando...' : 'Buscar al cliente'}
        </Button>
      </form>
      <ActionResult
        status={status}
        message={
          found && (found.length ? `Cuentas encontradas: ${found.length}` : 'No hay ninguna cuenta así.')
        }
      />
      {found && found.length > 0 && (
        <ul className={styles.cards}>
          {found.map((customer) => (
            <li key={customer.id}>
              <CustomerCard customer={customer} onChange={change} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
