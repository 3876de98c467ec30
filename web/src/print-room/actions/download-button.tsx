import { useState } from 'react'
import type { Progress } from '@lacre/letter/print-room/file-with-progress.ts'
import type { DownloadBody } from '@lacre/letter/print-room/calls.ts'
import type { Answer } from '../../api.ts'
import { download } from '../../download.ts'
import { Button, type ButtonKind } from '../../ui/button.tsx'
import type { NamedFile } from '../data/calls.ts'
import viewStyles from '../view/view.module.css'
import styles from './actions.module.css'
import { ActionResult } from './action-result.tsx'
import { DownloadDialog } from './download-dialog.tsx'
import { useAction } from './use-action.ts'
import { leftOut } from '../words/words.ts'

/** Fetches a file with the operator's token and hands it over under the server's own name for it. */
export function DownloadButton({
  call,
  name,
  kind = 'secondary',
  isLong = false,
  children,
  onReload,
}: {
  call: (why: DownloadBody, tell: (progress: Progress) => void) => Promise<Answer<NamedFile>>
  name: string
  kind?: ButtonKind
  /** It tells how far it is. */
  isLong?: boolean
  children: string
  onReload: () => void
}) {
  const { status, isBusy, run, reset } = useAction(onReload)
  const [isAsking, ask] = useState(false)
  const [progress, tell] = useState<Progress>()
  const [got, setGot] = useState<NamedFile>()
  const fetchIt = (why: DownloadBody) =>
    run(
      () => {
        tell(undefined)
        return call(why, tell)
      },
      (file) => {
        ask(false)
        download(file.file, file.name)
        setGot(file)
        onReload()
      },
    )
  function press() {
    reset()
    ask(true)
  }
  return (
    <div className={styles.download}>
      <Button
        kind={kind}
        className={styles.small ?? ''}
        isBusy={isBusy}
        aria-label={isBusy ? undefined : `Descargar ${name}`}
        onClick={press}
      >
        {isBusy ? 'Descargando...' : children}
      </Button>
      <ActionResult status={isAsking ? { is: 'ready' } : status} message={got && <Got {...got} />} />
      {isAsking && (
        <DownloadDialog
          name={name}
          status={status}
          isLong={isLong}
          progress={progress}
          onDownload={(why) => void fetchIt(why)}
          onClose={() => ask(false)}
        />
      )}
    </div>
  )
}

const Got = ({ name, stopped }: NamedFile) => (
  <>
    <span className="visually-hidden">{name} descargado.</span>
    {stopped > 0 && <p className={viewStyles.refused}>{leftOut(stopped, 'el archivo')}.</p>}
  </>
)
