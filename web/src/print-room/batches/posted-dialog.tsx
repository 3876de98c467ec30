import { useState } from 'react'
import type { BatchSummary } from '@lacre/letter/print-room/calls.ts'
import { Field } from '../../ui/field.tsx'
import { ActionDialog, type ActionDialogProps } from '../actions/action-dialog.tsx'
import { letters } from '../words/words.ts'

/** Handed to the post: everybody who wrote gets a mail, so it is asked about; with the post's own number, if any. */
export function PostedDialog({
  batch,
  onPosted,
  ...dialog
}: ActionDialogProps & { batch: BatchSummary; onPosted: (receipt: string) => void }) {
  const [receipt, setReceipt] = useState('')
  const going = Math.max(0, batch.letters - batch.posted - batch.held - batch.reprinted)
  function post() {
    // The Enter after the one that opened this is in the empty field: too easily pressed to send everybody a mail.
    const isInField = document.activeElement instanceof HTMLInputElement
    if (receipt.trim() || !isInField) onPosted(receipt.trim())
  }
  return (
    <ActionDialog
      {...dialog}
      title={`¿Está ${batch.batch} en Correos?`}
      words="Entregada a Correos"
      busyWords="Marcando..."
      onSubmit={post}
    >
      <p>
        Se {going === 1 ? 'marca' : 'marcan'} {letters(going)} como {going === 1 ? 'entregada' : 'entregadas'}{' '}
        y cada remitente recibe un correo con la fecha estimada de llegada.
      </p>
      {batch.held > 0 && (
        <p>
          <strong>
            {letters(batch.held)} de la tanda no se {batch.held === 1 ? 'envía' : 'envían'}:
          </strong>{' '}
          alguien debe revisar{batch.held === 1 ? 'la' : 'las'} antes.
        </p>
      )}
      {batch.reprinted > 0 && (
        <p>
          {letters(batch.reprinted)} de la tanda se {batch.reprinted === 1 ? 'imprime' : 'imprimen'} otra vez
          y se {batch.reprinted === 1 ? 'marca' : 'marcan'} por separado.
        </p>
      )}
      <Field
        label="Número de resguardo"
        name="receipt"
        hint="El de Correos, si le han dado uno. Puede quedar vacío."
        autoComplete="off"
        maxLength={40}
        value={receipt}
        onChange={setReceipt}
        readOnly={dialog.status.is === 'busy'}
      />
    </ActionDialog>
  )
}
