import type { DownloadBody } from '@lacre/letter/print-room/calls.ts'
import {
  type DownloadReason,
  isDownloadExplained,
  leastDownloadNote,
} from '@lacre/letter/print-room/reasons.ts'
import { useState } from 'react'
import type { Answer } from '../api.ts'
import { download } from '../download.ts'
import { Button, type ButtonKind } from '../ui/button.tsx'
import {
  ActionDialog,
  type ActionDialogProps,
  ActionResult,
  Choice,
  RecordField,
  useAction,
} from './actions.tsx'
import type { NamedFile } from './calls.ts'
import styles from './view.module.css'
import { downloadReasons, leftOut } from './words.ts'

/** Asks for the purpose of a download, which goes into the audit log under the operator's name. */
function DownloadDialog({
  name,
  onDownload,
  ...dialog
}: ActionDialogProps & {
  name: string
  onDownload: (why: DownloadBody) => void
}) {
  const [isShort, setShort] = useState(false)
  function submit(written: Record<string, string>) {
    const [reason, note] = [written.reason as DownloadReason, written.note?.trim()]
    const isExplained = isDownloadExplained({ reason, note })
    setShort(!isExplained)
    if (isExplained) onDownload({ reason, ...(note && { note }) })
  }
  return (
    <ActionDialog
      {...dialog}
      title={`¿Descargar ${name}?`}
      words="Descargar"
      busyWords="Descargando..."
      onSubmit={submit}
      onInput={() => setShort(false)}
    >
      <Choice legend="Para qué" name="reason" options={downloadReasons} chosen="print" />
      <RecordField
        label="Nota"
        name="note"
        hint="Queda en el registro con su nombre, que lleva también el archivo."
        readOnly={dialog.action.isPending}
        error={isShort && leastDownloadNote.refusal}
      />
    </ActionDialog>
  )
}

/** Downloads a file with the operator's token, under its server-side name. */
export function DownloadButton({
  call,
  name,
  kind = 'secondary',
  children,
}: {
  call: (why: DownloadBody) => Promise<Answer<NamedFile>>
  name: string
  kind?: ButtonKind
  children: string
}) {
  const [isAsking, ask] = useState(false)
  const [downloaded, setDownloaded] = useState<Omit<NamedFile, 'file'>>()
  const fetching = useAction(call, ({ file, ...about }) => {
    ask(false)
    download(file, about.name)
    setDownloaded(about)
  })
  const isBusy = fetching.isPending
  function press() {
    fetching.reset()
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
      <ActionResult
        action={!isAsking && fetching}
        message={
          downloaded && (
            <>
              <span className="visually-hidden">{downloaded.name} descargado.</span>
              {downloaded.stopped > 0 && (
                <p className={styles.refused}>{leftOut(downloaded.stopped, 'el archivo')}.</p>
              )}
            </>
          )
        }
      />
      {isAsking && (
        <DownloadDialog
          name={name}
          action={fetching}
          onDownload={fetching.mutate}
          onClose={() => ask(false)}
        />
      )}
    </div>
  )
}
