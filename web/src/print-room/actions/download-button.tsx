import { useState } from 'react'
import type { Answer } from '../../api.ts'
import { download } from '../../download.ts'
import { Button, type ButtonKind } from '../../ui/button.tsx'
import type { NamedFile } from '../data/calls.ts'
import viewStyles from '../view/view.module.css'
import styles from './actions.module.css'
import { ActionResult } from './action-result.tsx'
import { useAction } from './use-action.ts'
import { leftOut } from '../words/words.ts'

/** Fetches a file with the operator's token and hands it over under the server's own name for it. */
export function DownloadButton({
  call,
  name,
  kind = 'secondary',
  children,
  onReload,
}: {
  call: () => Promise<Answer<NamedFile>>
  name: string
  kind?: ButtonKind
  children: string
  onReload: () => void
}) {
  const { status, isBusy, run } = useAction(onReload)
  const [got, setGot] = useState<NamedFile>()
  const fetchIt = () =>
    run(call, (file) => {
      download(file.file, file.name)
      setGot(file)
      onReload()
    })
  return (
    <div className={styles.download}>
      <Button
        kind={kind}
        className={styles.small ?? ''}
        isBusy={isBusy}
        aria-label={isBusy ? undefined : `Descargar ${name}`}
        onClick={() => void fetchIt()}
      >
        {isBusy ? 'Descargando...' : children}
      </Button>
      <ActionResult status={status} message={got && <Got {...got} />} />
    </div>
  )
}

const Got = ({ name, stopped }: NamedFile) => (
  <>
    <span className="visually-hidden">{name} descargado.</span>
    {stopped > 0 && <p className={viewStyles.refused}>{leftOut(stopped, 'el archivo')}.</p>}
  </>
)
