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
/** The addresses that a reply code brought, and how that ended. */
type Reply = { addresses?: Addresses | undefined; end?: 'filled' | 'left' }

const nothing: Reply = {}
const { notify, subscribe } = createListeners()
let reply = nothing

/** The addresses are used or left, the draft is erased, or the page is: nothing keeps them any more. */
export function forgetReply(end?: 'filled' | 'left'): void {
  remove(keys.reply, tabStore())
  reply = end ? { end } : nothing
  notify()
}

const isReload = () =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')

function take() {
  const brought = /^#(\d{15,})$/.exec(location.hash)?.[1] ?? (history.state as Kept)?.reply
  if (brought) {
    history.replaceState(null, '', location.pathname)
    write(keys.reply, brought, tabStore())
  } else if (reply.addresses) return
  // Kept for a reload alone, and not for whoever comes back to the tab later.
  else if (!isReload()) remove(keys.reply, tabStore())
  const found = readReply(brought ?? read(keys.reply, tabStore()) ?? '')
  if (!found) return
  reply = { addresses: { originAddress: found.origin, destinationAddress: found.destination } }
  notify()
}

/**
 * What a reply code brought, until it is used or left. The first script of the page (index.html) has put it into the
 * history entry's own state, out of the address; a code that is opened while this page is shown comes here.
 */
function useReplyInAddress(): Reply {
  useEffect(() => {
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && forgetReply()
    take()
    addEventListener('hashchange', take)
    addEventListener('pageshow', onReturn)
    return () => {
      removeEventListener('hashchange', take)
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

/** What a reply code would fill in. Nothing is written over an address that somebody typed, unless they say so (design/paper.md#reply-code). */
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
