import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { modalDialog } from '../../ui/dialog.tsx'
import styles from './preview.module.css'
import { useWide } from './wide.ts'

type Frame = { headingId: string; id: string; onClose: () => void; children: ReactNode }

/** Beside the letter where there is room, else a drawer over it. */
export function PreviewFrame(frame: Frame) {
  return useWide() ? <Beside {...frame} /> : <Drawer {...frame} />
}

const Beside = ({ headingId, id, children }: Frame) => (
  <section id={id} className={styles.beside} aria-labelledby={headingId}>
    <Heading id={headingId} />
    {children}
  </section>
)

/** Covers nearly all of a small screen, so nothing behind it may take the focus. */
function Drawer({ headingId, id, onClose, children }: Frame) {
  return (
    <dialog {...modalDialog(true, onClose)} id={id} className={styles.drawer} aria-labelledby={headingId}>
      <div className={styles.inside}>
        <div className={styles.head}>
          <Heading id={headingId} />
          <Button kind="quiet" onClick={onClose}>
            Cerrar
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

const Heading = ({ id }: { id: string }) => (
  <h2 id={id} className={styles.title}>
    Vista previa
  </h2>
)
