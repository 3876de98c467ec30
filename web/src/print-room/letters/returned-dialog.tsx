import { useState } from 'react'
import { returnReasons, type ReturnReason } from '@lacre/letter/print-room/return-reasons.ts'
import { Choice } from '../actions/choice.tsx'
import { ActionDialog, ActionForm } from '../actions/action-dialog.tsx'
import type { ActionStatus } from '../actions/use-action.ts'

type Shared = { status: ActionStatus; onReturned: (reason: ReturnReason) => void; onClose: () => void }

/** The post brought it back; its sender gets a mail with the reason. */
export const ReturnedDialog = ({ isOpen, name, ...shared }: { isOpen: boolean; name: string } & Shared) => (
  <ActionDialog {...shared} isOpen={isOpen} title={`¿Ha vuelto la carta ${name}?`}>
    <ReturnedForm {...shared} />
  </ActionDialog>
)

function ReturnedForm({ status, onReturned, onClose }: Shared) {
  const [reason, setReason] = useState<ReturnReason>()
  const [isTried, setTried] = useState(false)
  function submit() {
    setTried(true)
    if (reason) onReturned(reason)
  }
  return (
    <ActionForm
      words="Anotar la devolución"
      busyWords="Anotando..."
      status={status}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choice
        legend="Motivo que indica Correos"
        name="reason"
        options={returnReasons}
        chosen={reason}
        onChoose={setReason}
        error={isTried && !reason ? 'Elija un motivo.' : undefined}
      />
    </ActionForm>
  )
}
