import type { Address } from '@lacre/letter/address/address.ts'
import { useEffect, useMemo, useState } from 'react'
import {
  type Addresses,
  type AddressRole,
  isSample,
  keepOthers,
  type KeptRecipient,
  loadOthers,
  watchAddresses,
} from '../../drafts/kept-addresses.ts'
import { keys, read, remove, tabStore, write } from '../../storage.ts'
import { addRecipients } from './recipients.ts'

const noRecipients: KeptRecipient[] = []

/** The list of recipients, the one in the panel first; empty while that is the sample. */
export function useRecipients(
  addresses: Addresses | undefined,
  change: (role: AddressRole, address: Address) => void,
) {
  const isKnown = addresses !== undefined
  const loaded = useMemo(() => (isKnown ? loadOthers() : noRecipients), [isKnown])
  const loadedRows = useMemo(() => (isKnown ? (read(keys.pasted, tabStore()) ?? '') : ''), [isKnown])
  const [rows, setRows] = useState<string>()
  const [changed, setChanged] = useState<KeptRecipient[]>()
  useEffect(() => watchAddresses(() => setChanged(loadOthers())), [])
  const first = addresses?.destinationAddress
  const kept = changed ?? loaded
  // Removes the recipient in the panel from the others.
  const others = useMemo(
    () => (first ? addRecipients([first], kept).list.slice(1) : noRecipients),
    [first, kept],
  )
  const isUntouched = !first || (!others.length && isSample('destinationAddress', first))
  const list = useMemo(() => (isUntouched ? noRecipients : [first, ...others]), [first, others, isUntouched])

  function setPasted(text: string) {
    setRows(text)
    if (text) write(keys.pasted, text, tabStore())
    else remove(keys.pasted, tabStore())
  }

  return {
    list,
    others,
    /** Pasted text not yet added; survives a reload. */
    pasted: rows ?? loadedRows,
    setPasted,
    /** Stores the list; the first recipient goes to the panel. */
    keep: ([one, ...rest]: KeptRecipient[]) => {
      if (one && one !== first) change('destinationAddress', one)
      keepOthers(rest)
      setChanged(rest)
    },
    /** After Borrar borrador, and for a reply to one person. */
    dropOthers: () => {
      keepOthers([])
      setChanged([])
      setPasted('')
    },
  }
}

export type Recipients = ReturnType<typeof useRecipients>
