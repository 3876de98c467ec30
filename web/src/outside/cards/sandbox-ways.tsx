import type { PaymentMethod } from '@lacre/letter/price/payment-states.ts'
import { useId } from 'react'
import styles from './cards.module.css'

const names = {
  card: 'Tarjeta',
  bizum: 'Bizum',
  wallets: 'Apple Pay o Google Pay',
} as const satisfies Record<PaymentMethod, string>

/** With what one pays, where there is a choice. */
export function SandboxWays({
  methods,
  chosen,
  isBusy,
  onChoose,
}: {
  methods: readonly PaymentMethod[]
  chosen: PaymentMethod
  isBusy: boolean
  onChoose: (method: PaymentMethod) => void
}) {
  const name = useId()
  if (methods.length < 2) return null
  return (
    <fieldset className={styles.ways}>
      <legend className="visually-hidden">Forma de pago</legend>
      {methods.map((method) => (
        <label key={method}>
          <input
            type="radio"
            name={name}
            checked={method === chosen}
            onChange={() => isBusy || onChoose(method)}
          />
          {names[method]}
        </label>
      ))}
    </fieldset>
  )
}
