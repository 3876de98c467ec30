import { useState } from 'react'
import { returnReasons, type ReturnReason } from '@lacre/letter/return-reasons.ts'
import { Choice } from './choice.tsx'
import { DeedDialog, DeedForm } from './deed-dialog.tsx'
import type { Doing } from './use-deed.ts'

type Shared = { doing: Doing; onReturned: (reason: ReturnReason) => void; onClose: () => void }

/** The post brought it back; its sender is told why. */
export const ReturnedDialog = ({ isOpen, name, ...shared }: { isOpen: boolean; name: string } & Shared) => (
  <DeedDialog {...shared} isOpen={isOpen} title={`¿Ha vuelto la carta ${name}?`}>
    <ReturnedForm {...shared} />
  </DeedDialog>
)

function ReturnedForm({ doing, onReturned, onClose }: Shared) {
  const [reason, setReason] = useState<ReturnReason>()
  const [isTried, setTried] = useState(false)
  function submit() {
    setTried(true)
    if (reason) onReturned(reason)
  }
  return (
    <DeedForm
      words="Anotar la devolución"
      busyWords="Anotando..."
      doing={doing}
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
    </DeedForm>
  )
}
