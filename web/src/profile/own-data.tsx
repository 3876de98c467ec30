import { useState } from 'react'
import { download } from '../download.ts'
import { Button } from '../ui/button.tsx'
import { Actions } from '../ui/display/actions.tsx'
import { Notice } from '../ui/notice.tsx'
import { exportAccount } from './data-calls.ts'
import { EraseDialog } from './erase-dialog.tsx'
import styles from './profile.module.css'

type Export = { is: 'idle' | 'busy' | 'done' } | { is: 'failed'; detail: string }

const noNetwork = 'No se han podido descargar sus datos. Compruebe su conexión e inténtelo de nuevo.'

/** Everything one has here, to take along or to destroy, by oneself (design.md#own-data). */
export function OwnData({ hasPassword, onErased }: { hasPassword: boolean; onErased: () => void }) {
  const [exporting, setExporting] = useState<Export>({ is: 'idle' })
  const [isErasing, erase] = useState(false)

  async function fetchAll() {
    setExporting({ is: 'busy' })
    const answer = await exportAccount()
    if (!answer.ok) return setExporting({ is: 'failed', detail: answer.detail ?? noNetwork })
    download(answer.body, 'lacre-mis-datos.zip')
    setExporting({ is: 'done' })
  }
  return (
    <>
      <h2>Sus datos</h2>
      <p>
        Puede llevarse todo lo que guardamos de usted, con sus cartas y las páginas que se imprimen, o borrar
        su cuenta para siempre.
      </p>
      <Actions at="start" className={styles.actions}>
        <Button kind="secondary" isBusy={exporting.is === 'busy'} onClick={() => void fetchAll()}>
          {exporting.is === 'busy' ? 'Preparando sus datos...' : 'Descargar todos mis datos'}
        </Button>
        <Button kind="secondary" onClick={() => erase(true)}>
          Borrar mi cuenta
        </Button>
      </Actions>
      {exporting.is === 'done' && (
        <Notice kind="success">Sus datos se han descargado en un archivo ZIP.</Notice>
      )}
      {exporting.is === 'failed' && <Notice kind="error">{exporting.detail}</Notice>}
      {isErasing && (
        <EraseDialog hasPassword={hasPassword} onErased={onErased} onClose={() => erase(false)} />
      )}
    </>
  )
}
