import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Address } from '@lacre/letter/address/address.ts'
import { watchAddresses } from '../../drafts/kept-addresses.ts'
import { browserStore } from '../../storage.ts'
import { keepAddress, loadAddresses, type Addresses, type AddressRole } from './kept-addresses.ts'

const never = () => () => undefined

/** The two addresses, saved on every change; unknown until the page is alive, for only the browser has them. */
export function useAddresses() {
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const loaded = useMemo(() => (isAlive ? loadAddresses(browserStore()) : undefined), [isAlive])
  const [changed, setChanged] = useState<Addresses>()
  const addresses = changed ?? loaded

  useEffect(() => watchAddresses(() => setChanged(loadAddresses(browserStore()))), [])

  function change(role: AddressRole, address: Address) {
    keepAddress(browserStore(), role, address)
    const both = addresses && { ...addresses, [role]: address }
    setChanged(both)
    return both
  }
  return {
    addresses,
    change,
    fill: (both: Addresses) => {
      keepAddress(browserStore(), 'originAddress', both.originAddress)
      keepAddress(browserStore(), 'destinationAddress', both.destinationAddress)
      setChanged(both)
    },
    /** What is saved now: after the saved ones were erased, the samples. */
    reload: () => setChanged(loadAddresses(browserStore())),
  }
}
