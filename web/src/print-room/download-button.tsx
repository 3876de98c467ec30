import { useState } from 'react'
import type { Answer } from '../api.ts'
import { download } from '../download.ts'
import { Button } from '../ui/button.tsx'
import type { NamedFile } from './calls.ts'
import styles from './console.module.css'
import { Outcome } from './outcome.tsx'
import { useDeed } from './use-deed.ts'

/** Fetches a file with the operator's token and hands it over under the server's own name for it. */
export function DownloadButton({
  call,
  name,
  children,
  onReload,
}: {
  call: () => Promise<Answer<NamedFile>>
  name: string
  children: string
  onReload: () => void
}) {
  const { doing, isBusy, run } = useDeed(onReload)
  const [got, setGot] = useState('')
  const fetchIt = () =>
    run(call, (file) => {
      download(file.file, file.name)
      setGot(`${file.name} descargado.`)
    })
  return (
    <div className={styles.download}>
      <Button
        kind="secondary"
        className={styles.small ?? ''}
        isBusy={isBusy}
        aria-label={isBusy ? undefined : `Descargar ${name}`}
        onClick={() => void fetchIt()}
      >
        {isBusy ? 'Descargando...' : children}
      </Button>
      <Outcome doing={doing} said={got && <span className="visually-hidden">{got}</span>} />
    </div>
  )
}
