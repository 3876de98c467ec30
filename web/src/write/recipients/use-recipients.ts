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

const nobody: KeptRecipient[] = []

/** All whom the letter goes to: the recipient of the panel, who comes first, and the others; nobody while it is the sample. */
export function useRecipients(
  addresses: Addresses | undefined,
  change: (role: AddressRole, address: Address) => void,
) {
  const isKnown = addresses !== undefined
  const loaded = useMemo(() => (isKnown ? loadOthers() : nobody), [isKnown])
  const loadedRows = useMemo(() => (isKnown ? (read(keys.pasted, tabStore()) ?? '') : ''), [isKnown])
  const [rows, setRows] = useState<string>()
  const [changed, setChanged] = useState<KeptRecipient[]>()
  useEffect(() => watchAddresses(() => setChanged(loadOthers())), [])
  const first = addresses?.destinationAddress
  const kept = changed ?? loaded
  // Whoever has come to stand in the panel is not written to twice.
  const others = useMemo(() => (first ? addRecipients([first], kept).list.slice(1) : nobody), [first, kept])
  const isUntouched = !first || (!others.length && isSample('destinationAddress', first))
  const list = useMemo(() => (isUntouched ? nobody : [first, ...others]), [first, others, isUntouched])

  function setPasted(text: string) {
    setRows(text)
    if (text) write(keys.pasted, text, tabStore())
    else remove(keys.pasted, tabStore())
  }

  return {
    list,
    others,
    /** Rows that are not on the list yet; a page that is loaded again has them too. */
    pasted: rows ?? loadedRows,
    setPasted,
    /** The first of them stands in the panel. */
    keep: ([one, ...rest]: KeptRecipient[]) => {
      if (one && one !== first) change('destinationAddress', one)
      keepOthers(rest)
      setChanged(rest)
    },
    /** The letter was erased, or is an answer to one person. */
    dropOthers: () => {
      keepOthers([])
      setChanged([])
      setPasted('')
    },
  }
}

export type Recipients = ReturnType<typeof useRecipients>
