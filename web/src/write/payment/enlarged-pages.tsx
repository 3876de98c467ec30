import { useEffect, useRef } from 'react'
import { Modal } from '../../ui/dialog.tsx'
import type { Opened } from '../pages/open-pages.ts'
import type { PagesView } from '../pages/pages-view.tsx'
import styles from './payment.module.css'

/** The pages as large as on paper, beginning with the one that was pressed. */
export function EnlargedPages({
  title,
  View,
  opened,
  from,
  onClose,
}: {
  title: string
  View: typeof PagesView
  opened: Opened
  from: number
  onClose: () => void
}) {
  const pages = useRef<HTMLDivElement>(null)
  useEffect(() => {
    pages.current?.querySelectorAll('section')[from]?.scrollIntoView()
  }, [from])
  return (
    <Modal isOpen onClose={onClose} title={title} closesOnOverlay hasCross maxWidth="900px">
      <div
        ref={pages}
        className={styles.enlarged}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- whoever scrolls by keys must get in
        tabIndex={0}
        role="group"
        aria-label="Páginas a tamaño real"
      >
        <View opened={opened} isLarge />
      </div>
    </Modal>
  )
}
