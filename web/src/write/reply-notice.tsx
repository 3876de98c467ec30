import { type Address, joinAddress } from '@lacre/letter/address/address.ts'
import { readReply } from '@lacre/letter/address/reply-code.ts'
import { useEffect, useId, useSyncExternalStore } from 'react'
import { createListeners, keys, read, remove, tabStore, write } from '../storage.ts'
import { Button } from '../ui/button.tsx'
import { Actions } from '../ui/display.tsx'
import { Notice } from '../ui/notice.tsx'
import { type Addresses, type AddressRole, isSample } from '../drafts/kept-addresses.ts'
import styles from './reply.module.css'

type Kept = { reply?: string } | null
/** The addresses of a reply code, then whether they were used. */
type Reply = { addresses?: Addresses | undefined; end?: 'filled' | 'left' }

const nothing: Reply = {}
const { notify, subscribe } = createListeners()
let reply = nothing

/** Removes the reply code: used or declined, draft erased, or page left. */
export function forgetReply(end?: 'filled' | 'left'): void {
  remove(keys.reply, tabStore())
  reply = end ? { end } : nothing
  notify()
}

const isReload = () =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')

function readReplyCode() {
  const digits = /^#(\d{15,})$/.exec(location.hash)?.[1] ?? (history.state as Kept)?.reply
  if (digits) {
    history.replaceState(null, '', location.pathname)
    write(keys.reply, digits, tabStore())
  } else if (reply.addresses) return
  // Stored for a reload only; another person may return to the tab later.
  else if (!isReload()) remove(keys.reply, tabStore())
  const found = readReply(digits ?? read(keys.reply, tabStore()) ?? '')
  if (!found) return
  reply = { addresses: { originAddress: found.origin, destinationAddress: found.destination } }
  notify()
}

/**
 * The reply code until it is used or declined. The first script of the page (index.html) moved it from the address into
 * the history state; a code opened while this page is shown arrives by `hashchange`.
 */
function useReplyInAddress(): Reply {
  useEffect(() => {
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && forgetReply()
    readReplyCode()
    addEventListener('hashchange', readReplyCode)
    addEventListener('pageshow', onReturn)
    return () => {
      removeEventListener('hashchange', readReplyCode)
      removeEventListener('pageshow', onReturn)
      if (location.pathname !== '/write') forgetReply()
    }
  }, [])
  return useSyncExternalStore(
    subscribe,
    () => reply,
    () => nothing,
  )
}

const roles = ['destinationAddress', 'originAddress'] as const satisfies AddressRole[]
const names = { destinationAddress: 'Destinatario', originAddress: 'Remite' } satisfies Record<
  AddressRole,
  string
>
const lineOf = (address: Address) => joinAddress(address).replace(/^(, )+/, '')

/** Offers the addresses of a reply code. Never overwrites a typed address without asking (design/paper.md#reply-code). */
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
