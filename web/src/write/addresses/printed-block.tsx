import { type Address, recipientBlock, senderBlock } from '@lacre/letter/address/address.ts'
import styles from './addresses.module.css'
import type { AddressRole } from './kept-addresses.ts'

const lines = {
  originAddress: senderBlock,
  destinationAddress: recipientBlock,
} satisfies Record<AddressRole, (address: Address) => string[]>

/** The lines as they will stand on the paper, which puts them in order by itself. */
export const PrintedBlock = ({ role, address }: { role: AddressRole; address: Address }) => (
  <div className={styles.printed} translate="no">
    <p>Así se imprimirá</p>
    <address>
      {lines[role](address).map((line, at) => (
        <span key={at}>{line}</span>
      ))}
    </address>
  </div>
)
