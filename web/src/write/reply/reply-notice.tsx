import { useId } from 'react'
import { type Address, joinAddress } from '@lacre/letter/address/address.ts'
import { Button } from '../../ui/button.tsx'
import { Actions } from '../../ui/display.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isSample, type Addresses, type AddressRole } from '../addresses/kept-addresses.ts'
import { forgetReply, useReplyInAddress } from './reply-in-address.ts'
import styles from './reply.module.css'

const roles = ['destinationAddress', 'originAddress'] as const satisfies AddressRole[]
const names = { destinationAddress: 'Destinatario', originAddress: 'Remite' } satisfies Record<
  AddressRole,
  string
>
const lineOf = (address: Address) => joinAddress(address).replace(/^(, )+/, '')

/** What a reply code would fill in. Nothing is written over an address that somebody typed, unless they say so (design.md#reply-code). */
export function ReplyNotice({
  addresses,
  onFill,
}: {
  addresses: Addresses
  onFill: (addresses: Addresses) => void
}) {
  const { addresses: reply, end } = useReplyInAddress()
  const headingId = useId()

  if (!reply)
    return (
      end && (
        <div className={styles.end}>
          <Notice kind="success" takesFocus>
            {end === 'filled'
              ? 'El remite y el destinatario ya están puestos. Revíselos y escriba su respuesta.'
              : 'Las direcciones quedan como estaban.'}
          </Notice>
        </div>
      )
    )
  const written = roles.filter(
    (role) => !isSample(role, addresses[role]) && lineOf(addresses[role]) !== lineOf(reply[role]),
  )
  return (
    <section className={styles.reply} aria-labelledby={headingId}>
      <h2 id={headingId}>¿Contestar a la carta que ha recibido?</h2>
      <p>Su código de respuesta trae estas direcciones. No han salido de este equipo.</p>
      <dl>
        {roles.map((role) => (
          <div key={role}>
            <dt>{names[role]}</dt>
            <dd>{lineOf(reply[role])}</dd>
          </div>
        ))}
      </dl>
      {written.length > 0 && (
        <p>
          Ocuparían el lugar de las que ya hay escritas:{' '}
          {written.map((role) => lineOf(addresses[role])).join('; ')}.
        </p>
      )}
      <Actions at="start">
        <Button
          onClick={() => {
            onFill(reply)
            forgetReply('filled')
          }}
        >
          Usar estas direcciones
        </Button>
        <Button kind="secondary" onClick={() => forgetReply('left')}>
          No usarlas
        </Button>
      </Actions>
    </section>
  )
}
