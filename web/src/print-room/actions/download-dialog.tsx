import { useState } from 'react'
import type { Progress } from '@lacre/letter/print-room/file-with-progress.ts'
import type { DownloadBody } from '@lacre/letter/print-room/calls.ts'
import {
  isDownloadExplained,
  type DownloadReason,
  leastDownloadNote,
  longestNote,
} from '@lacre/letter/print-room/reasons.ts'
import { Field } from '../../ui/field.tsx'
import { downloadReasons } from '../words/words.ts'
import { ActionProgress } from './action-progress.tsx'
import { ActionDialog, type ActionDialogProps } from './action-dialog.tsx'
import { Choice } from './choice.tsx'

/** Letters leave the print room as a file: what for stays in the record under the operator's name. */
export function DownloadDialog({
  name,
  isLong,
  progress,
  onDownload,
  ...dialog
}: ActionDialogProps & {
  name: string
  isLong: boolean
  progress: Progress | undefined
  onDownload: (why: DownloadBody) => void
}) {
  const [reason, setReason] = useState<DownloadReason>('print')
  const [written, setWritten] = useState('')
  const [isTried, setTried] = useState(false)
  const note = written.trim()
  const isShort = !isDownloadExplained({ reason, note })
  function submit() {
    setTried(true)
    if (!isShort) onDownload({ reason, ...(note && { note }) })
  }
  return (
    <ActionDialog
      {...dialog}
      title={`¿Descargar ${name}?`}
      words="Descargar"
      busyWords={isLong ? 'Descargar' : 'Descargando...'} // longer words would move it into another row
      onSubmit={submit}
    >
      <Choice
        legend="Para qué"
        name="reason"
        options={downloadReasons}
        chosen={reason}
        onChoose={setReason}
        error={undefined}
      />
      <Field
        label="Nota"
        name="note"
        hint="Queda en el registro con su nombre, que lleva también el archivo."
        autoComplete="off"
        maxLength={longestNote}
        value={written}
        onChange={setWritten}
        readOnly={dialog.status.is === 'busy'}
        {...(isTried && isShort && { error: leastDownloadNote.refusal })}
      />
      {isLong && (
        <ActionProgress
          isBusy={dialog.status.is === 'busy'}
          progress={progress}
          label="El archivo"
          doing="Preparando el archivo"
        />
      )}
    </ActionDialog>
  )
}
