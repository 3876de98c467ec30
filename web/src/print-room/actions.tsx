import { leastNote, longestNote } from '@lacre/letter/print-room/reasons.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Answer, Refused } from '../api.ts'
import { queries, type RefusedError, useCall } from '../queries.ts'
import { FormDialog } from '../ui/dialog.tsx'
import { Loading } from '../ui/display.tsx'
import { Field } from '../ui/field.tsx'
import { Retry } from '../ui/notice.tsx'
import styles from './view.module.css'
import { clockTime } from './words.ts'

/** Polled every half minute while visible, and on return to the tab. */
export const live = {
  refetchInterval: 30_000,
  refetchOnWindowFocus: true,
  staleTime: 15_000,
} as const

const consoleKey = 'print-room'
export const queryKey = (...parts: string[]) => [consoleKey, ...parts]

/** Refetches everything shown; drops answers already under way. */
export const refetchAll = () => void queries.invalidateQueries({ queryKey: [consoleKey] })

/** Loading, error or data; with an error over older data it says how old they are. */
export function LiveData<T>({
  query: { data, error, dataUpdatedAt, refetch },
  loading,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'dataUpdatedAt'> & { refetch: () => unknown }
  loading: string
  children: (value: T) => ReactNode
}) {
  if (data === undefined && !error) return <Loading>{loading}</Loading>
  return (
    <>
      {error && (
        <div className="list parts">
          <Retry onRetry={() => refetch()}>
            {error.message}
            {data !== undefined &&
              ` Lo que ve es de las ${clockTime(new Date(dataUpdatedAt))} y puede haber cambiado.`}
          </Retry>
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  )
}

const unknownResult =
  'No ha llegado la respuesta del servidor y no se sabe si se ha hecho. Mire los datos antes de repetirlo.'

/** For an action: without an answer it is unknown whether it was done (design/trust.md#unknown-is-a-state). */
export const detailOfAction = ({ detail }: Refused): string => detail ?? unknownResult

/** Another operator may have acted, the answer was lost, or this account is no operator any more. */
const mayHaveChanged = [0, 403, 404, 409, 410]

/** An action of the console; afterwards everything shown is refetched. */
export const useAction = <Sent, T>(
  call: (sent: Sent) => Promise<Answer<T>>,
  onDone?: (body: T, sent: Sent) => void,
) =>
  useCall(call, onDone, (refused) => {
    if (!refused || mayHaveChanged.includes(refused.status)) refetchAll()
  })

type Action = { isPending: boolean; error: RefusedError | null }

/** The result beside the pressed button: the server's refusal, or what was done. */
export const ActionResult = ({ action, message }: { action?: Action | false; message?: ReactNode }) => (
  <>
    {action && action.error && (
      <p role="alert" className={styles.refused}>
        {detailOfAction(action.error.refused)}
      </p>
    )}
    <div role="status" className={styles.result}>
      {!(action && (action.isPending || action.error)) && message}
    </div>
  </>
)

/** Radio buttons with a visible legend. */
export function Choice({
  legend,
  name,
  options,
  chosen,
  error,
}: {
  legend: string
  name: string
  options: Record<string, string>
  chosen?: string
  error?: string | false
}) {
  const errorId = `${name}-error`
  return (
    <fieldset className={`group ${styles.choice}`} aria-describedby={error ? errorId : undefined}>
      <legend className="strong">{legend}</legend>
      {Object.entries(options).map(([option, words]) => (
        <label key={option}>
          <input type="radio" name={name} value={option} defaultChecked={chosen === option} />
          {words}
        </label>
      ))}
      {error && (
        <p id={errorId} className={styles.refused}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** A text field for the audit log. */
export const RecordField = (field: ComponentProps<typeof Field>) => (
  <Field autoComplete="off" maxLength={longestNote} {...field} />
)

export type ActionDialogProps = { action: Action; onClose: () => void }

/** Confirms an action. Mounted anew for each action, so that its fields begin empty. */
export const ActionDialog = ({
  action: { isPending, error },
  busyWords = 'Anotando...',
  ...dialog
}: ActionDialogProps & { busyWords?: string } & Omit<
    ComponentProps<typeof FormDialog>,
    'isBusy' | 'error' | 'busyWords'
  >) => (
  <FormDialog
    {...dialog}
    busyWords={busyWords}
    noValidate
    isBusy={isPending}
    error={error && detailOfAction(error.refused)}
  />
)

/** A decision with its reason, which goes into the audit log under the operator's name. */
export function NoteDialog({
  onNote,
  children,
  ...dialog
}: ActionDialogProps & {
  title: string
  words: string
  onNote: (note: string) => void
  children: ReactNode
}) {
  const [isShort, setShort] = useState(false)
  function submit({ note = '' }: Record<string, string>) {
    setShort(note.trim().length < leastNote.length)
    if (note.trim().length >= leastNote.length) onNote(note.trim())
  }
  return (
    <ActionDialog {...dialog} onSubmit={submit} onInput={() => setShort(false)}>
      <p>{children}</p>
      <RecordField
        label="Nota"
        name="note"
        hint="Qué ha comprobado o decidido. Queda en el registro con su nombre."
        readOnly={dialog.action.isPending}
        error={isShort && leastNote.refusal}
      />
    </ActionDialog>
  )
}
