import type { Price } from '@lacre/letter/price/price.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { PriceLines } from '../payment/price-lines.tsx'
import styles from '../payment/cost.module.css'

/** 'Detalle de costes' (specification, section 2): Entendido or the overlay closes it. */
export default function CostModal({
  price,
  isOpen,
  onClose,
}: {
  price: Price
  isOpen: boolean
  onClose: () => void
}) {
  return (
    <Modal isOpen={isOpen} onClose={onClose} title="Detalle de costes" closesOnOverlay maxWidth="480px">
      <div className={styles.body}>
        <PriceLines lines={price.lines} total={price.total} />
        <Button onClick={onClose}>Entendido</Button>
      </div>
    </Modal>
  )
}
