import { keysOf } from '@lacre/letter/keys-of.ts'
import type { Progress } from '@lacre/letter/print-room/file-with-progress.ts'
import { leastNote, longestNote } from '@lacre/letter/print-room/reasons.ts'
import { count } from '@lacre/letter/words.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Answer, Refused } from '../api.ts'
import { queries, type RefusedError, useCall } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { Actions, Loading } from '../ui/display.tsx'
import { Field } from '../ui/field.tsx'
import { Notice, Retry } from '../ui/notice.tsx'
import styles from './actions.module.css'
import viewStyles from './view.module.css'
import { clockTime } from './words.ts'

/** Asked again every half minute while a person can see it, and when they come back to it. */
export const live = {
  refetchInterval: 30_000,
  refetchOnWindowFocus: true,
  staleTime: 15_000,
} as const

/** All queries of the console begin with it. */
const ofConsole = 'print-room'
export const keyOf = (...parts: string[]) => [ofConsole, ...parts]

/** Asks for all that is shown; an answer older than this is dropped. */
export const askAgain = () => void queries.invalidateQueries({ queryKey: [ofConsole] })

/** Data that are on their way, could not be had, or are there; and whether they are of this moment. */
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
        <div className={styles.notices}>
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

/** Of an action: without an answer nobody knows whether it was done (design.md#unknown-is-a-state). */
export const detailOfAction = ({ detail }: Refused): string => detail ?? unknownResult

/** Another operator may have done it, the answer was lost, or this account is no operator any more. */
const mayHaveChanged = [0, 403, 404, 409, 410]

/** An action of the console: all that is shown is asked for again after it. */
export const useAction = <Sent, T>(
  call: (sent: Sent) => Promise<Answer<T>>,
  onDone?: (body: T, sent: Sent) => void,
) =>
  useCall(call, onDone, (refused) => {
    if (!refused || mayHaveChanged.includes(refused.status)) askAgain()
  })

type Action = { isPending: boolean; error: RefusedError | null }

/** How an action went, by the thing that was pressed: a refusal in the server's words, or what was done. */
export const ActionResult = ({ action, message }: { action?: Action | false; message?: ReactNode }) => (
  <>
    {action && action.error && (
      <p role="alert" className={viewStyles.refused}>
        {detailOfAction(action.error.refused)}
      </p>
    )}
    <div role="status" className={styles.result}>
      {!(action && (action.isPending || action.error)) && message}
    </div>
  </>
)

/** A screen reader is told no more often; that something has begun the button says. */
const timesTold = 4

/** How far an action is, letter by letter: `doing: 320 de 500 cartas`. It has its place before it begins, so that nothing moves. */
export function ActionProgress({
  isBusy,
  progress,
  label,
  doing,
}: {
  isBusy: boolean
  progress: Progress | undefined
  label: string
  doing: string
}) {
  const { done, of } = progress ?? { done: 0, of: 0 }
  const heard = of && Math.floor((Math.floor((done * timesTold) / of) * of) / timesTold)
  const wordsOf = (far: number) =>
    of ? `${doing}: ${far} de ${count(of, 'carta', 'cartas')}` : `${doing}...`
  return (
    <div className={styles.progress}>
      <div role="status" className="visually-hidden">
        {isBusy && heard > 0 && wordsOf(heard)}
      </div>
      <div className={isBusy ? styles.bar : styles.later}>
        <progress aria-label={label} {...(of && { value: done, max: of })} />
        <span aria-hidden="true">{wordsOf(done)}</span>
      </div>
    </div>
  )
}

/** One of a few, all of them to be seen. */
export function Choice<Name extends string>({
  legend,
  name,
  options,
  chosen,
  onChoose,
  error,
}: {
  legend: string
  name: string
  options: Record<Name, string>
  chosen: Name | undefined
  onChoose: (name: Name) => void
  error: string | undefined
}) {
  const errorId = `${name}-error`
  return (
    <fieldset className={styles.choice} aria-describedby={error ? errorId : undefined}>
      <legend>{legend}</legend>
      {keysOf(options).map((option) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={chosen === option}
            onChange={() => onChoose(option)}
          />
          {options[option]}
        </label>
      ))}
      {error && (
        <p id={errorId} className={viewStyles.refused}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** What every dialog of an action is given: how the action goes, and what to do when nobody wants it any more. */
export type ActionDialogProps = { action: Action; onClose: () => void }

/**
 * Asks about an action before it is done, and is there only meanwhile, so that what is written in it is new each time.
 * It stays open while the action is being done; a refusal is shown here, where it can be mended.
 */
export function ActionDialog({
  title,
  words,
  busyWords,
  action: { isPending: isBusy, error },
  onSubmit,
  onClose,
  children,
}: ActionDialogProps & {
  title: string
  words: string
  busyWords: string
  onSubmit: () => void
  children: ReactNode
}) {
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) onSubmit()
  }
  return (
    <Modal isOpen onClose={() => isBusy || onClose()} title={title} closesOnOverlay={false}>
      <form className={styles.dialog} onSubmit={submit} noValidate>
        {children}
        {error && <Notice kind="error">{detailOfAction(error.refused)}</Notice>}
        <Actions>
          <Button kind="secondary" disabled={isBusy} onClick={onClose}>
            No, volver
          </Button>
          <Button type="submit" isBusy={isBusy}>
            {isBusy ? busyWords : words}
          </Button>
        </Actions>
      </form>
    </Modal>
  )
}

/** A decision, and in a few words why: it stays in the record under the operator's name. */
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
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const isShort = note.trim().length < leastNote.length
  function submit() {
    setTried(true)
    if (!isShort) onNote(note.trim())
  }
  return (
    <ActionDialog {...dialog} busyWords="Anotando..." onSubmit={submit}>
      <p>{children}</p>
      <Field
        label="Nota"
        name="note"
        hint="Qué ha comprobado o decidido. Queda en el registro con su nombre."
        autoComplete="off"
        maxLength={longestNote}
        value={note}
        onChange={setNote}
        readOnly={dialog.action.isPending}
        {...(isTried && isShort && { error: leastNote.refusal })}
      />
    </ActionDialog>
  )
}
