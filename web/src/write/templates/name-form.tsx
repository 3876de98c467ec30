import { useState } from 'react'
import { longestTemplateName } from '@lacre/letter/content/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Actions } from '../../ui/display.tsx'
import { Field } from '../../ui/field.tsx'
import { focusFirst } from '../../ui/take-focus.ts'
import styles from './templates.module.css'

/** A template's name, the first or another. With `onCancel` it stands where a button was pressed, and has the focus. */
export function NameForm({
  name = '',
  action,
  isBusy,
  onName,
  onCancel,
}: {
  name?: string
  action: string
  isBusy: boolean
  /** Whether it was taken: the next one begins empty. */
  onName: (name: string) => Promise<boolean>
  onCancel?: () => void
}) {
  const [typed, setTyped] = useState(name)
  const [isAsked, setAsked] = useState(false)
  const chosen = typed.trim()
  async function submit(form: HTMLFormElement) {
    setAsked(!chosen)
    if (!chosen) return focusFirst(form)
    if (await onName(chosen)) setTyped('')
  }
  return (
    <form
      ref={onCancel && focusFirst}
      className={styles.naming}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      <Field
        label="Nombre de la plantilla"
        name="template"
        value={typed}
        onChange={setTyped}
        maxLength={longestTemplateName}
        autoComplete="off"
        required
        readOnly={isBusy}
        {...(isAsked && !chosen && { error: 'Ponga un nombre a la plantilla.' })}
      />
      <Actions at="start">
        <Button type="submit" isBusy={isBusy}>
          {action}
        </Button>
        {onCancel && (
          <Button kind="secondary" onClick={onCancel}>
            Cancelar
          </Button>
        )}
      </Actions>
    </form>
  )
}
