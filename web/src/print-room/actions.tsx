import { keysOf } from '@lacre/letter/keys-of.ts'
import type { Progress } from '@lacre/letter/print-room/file-with-progress.ts'
import { leastNote, longestNote } from '@lacre/letter/print-room/reasons.ts'
import { count } from '@lacre/letter/words.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Answer } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { Actions } from '../ui/display.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './actions.module.css'
import { detailOfAction, useConsole } from './live-data.tsx'
import viewStyles from './view.module.css'

type ActionStatus = { is: 'ready' | 'busy' } | { is: 'refused'; detail: string; code?: string | undefined }

/** Nothing, or what was there before: somebody else may have done it, or it was done and the answer was lost. */
const mayHaveChanged = [0, 404, 409, 410]

/**
 * One action at a time, and how it goes. `onStale`: the page shows what is not so any more, so its data are asked anew
 * while the refusal stays to be read.
 */
export function useAction(onStale?: () => void) {
  const { redirectIfUnauthorized, refresh } = useConsole()
  const [status, setDoing] = useState<ActionStatus>({ is: 'ready' })

  async function run<T>(call: () => Promise<Answer<T>>, onDone: (body: T) => void): Promise<void> {
    setDoing({ is: 'busy' })
    const answer = await call()
    if (answer.ok) {
      setDoing({ is: 'ready' })
      onDone(answer.body)
    } else if (redirectIfUnauthorized(answer)) return
    else {
      setDoing({ is: 'refused', detail: detailOfAction(answer), code: answer.code })
      if (!mayHaveChanged.includes(answer.status)) return
      onStale?.()
    }
    refresh()
  }
  return { status, isBusy: status.is === 'busy', run, reset: () => setDoing({ is: 'ready' }) }
}

/** How an action went, by the thing that was pressed: a refusal in the server's words, or what was done. */
export const ActionResult = ({ status, message }: { status: ActionStatus; message?: ReactNode }) => (
  <>
    {status.is === 'refused' && (
      <p role="alert" className={viewStyles.refused}>
        {status.detail}
      </p>
    )}
    <div role="status" className={styles.result}>
      {status.is === 'ready' && message}
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
export type ActionDialogProps = { status: ActionStatus; onClose: () => void }

/**
 * Asks about an action before it is done, and is there only meanwhile, so that what is written in it is new each time.
 * It stays open while the action is being done; a refusal is shown here, where it can be mended.
 */
export function ActionDialog({
  title,
  words,
  busyWords,
  status,
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
  const isBusy = status.is === 'busy'
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) onSubmit()
  }
  return (
    <Modal isOpen onClose={() => isBusy || onClose()} title={title} closesOnOverlay={false}>
      <form className={styles.dialog} onSubmit={submit} noValidate>
        {children}
        {status.is === 'refused' && <Notice kind="error">{status.detail}</Notice>}
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
        readOnly={dialog.status.is === 'busy'}
        {...(isTried && isShort && { error: leastNote.refusal })}
      />
    </ActionDialog>
  )
}
