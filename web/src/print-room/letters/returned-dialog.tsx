import { useState } from 'react'
import { returnReasons, type ReturnReason } from '@lacre/letter/print-room/reasons.ts'
import { Choice } from '../actions/choice.tsx'
import { ActionDialog, type ActionDialogProps } from '../actions/action-dialog.tsx'

/** The post brought it back; its sender gets a mail with the reason. */
export function ReturnedDialog({
  name,
  onReturned,
  ...dialog
}: ActionDialogProps & { name: string; onReturned: (reason: ReturnReason) => void }) {
  const [reason, setReason] = useState<ReturnReason>()
  const [isTried, setTried] = useState(false)
  function submit() {
    setTried(true)
    if (reason) onReturned(reason)
  }
  return (
    <ActionDialog
      {...dialog}
      title={`¿Ha vuelto la carta ${name}?`}
      words="Anotar la devolución"
      busyWords="Anotando..."
      onSubmit={submit}
    >
      <Choice
        legend="Motivo que indica Correos"
        name="reason"
        options={returnReasons}
        chosen={reason}
        onChoose={setReason}
        error={isTried && !reason ? 'Elija un motivo.' : undefined}
      />
    </ActionDialog>
  )
}
