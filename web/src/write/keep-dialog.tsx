import type { LetterDetail } from '@lacre/letter/calls.ts'
import { longestTemplateName } from '@lacre/letter/content/limits.ts'
import { copyLooks, type Looks, looksOf, type PartialLooks, unusual } from '@lacre/letter/looks/looks.ts'
import type {
  KeepTemplateBody,
  KeptTemplate,
  Template,
  TemplateList,
} from '@lacre/letter/looks/template-calls.ts'
import { calledBy, places } from '@lacre/letter/recipients/called.ts'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, ask } from '../api.ts'
import { type RefusedError, useCall } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { Actions } from '../ui/display.tsx'
import { Field, readForm } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { focusFirst } from '../ui/take-focus.ts'
import styles from './templates.module.css'

const path = (id: string) => `/templates/${encodeURIComponent(id)}`

/** The account's templates (design/writing.md#templates). */
export const listTemplates = () => ask<TemplateList>({ method: 'GET', path: '/templates/', bearer: true })
export const readTemplate = (id: string) => ask<Template>({ method: 'GET', path: path(id), bearer: true })
const keepTemplate = (id: string, body: KeepTemplateBody) =>
  ask<KeptTemplate>({ method: 'PUT', path: path(id), body, bearer: true })

/** Stores the template under this name. */
export const keepAs = (name: string, template: Template): Promise<Answer<KeptTemplate>> =>
  keepTemplate(template.id, { name, content: template.content, ...unusual(looksOf(template)) })

export async function renameTemplate(id: string, name: string): Promise<Answer<KeptTemplate>> {
  const found = await readTemplate(id)
  return found.ok ? keepAs(name, found.body) : found
}

/** Returns the removed template, for Deshacer. */
export async function removeTemplate(id: string): Promise<Answer<Template>> {
  const found = await readTemplate(id)
  if (!found.ok) return found
  const gone = await ask({ method: 'DELETE', path: path(id), bearer: true }, () => Promise.resolve(null))
  return gone.ok ? found : gone
}

/**
 * Asks for the name of a new or existing template; resets after success. With `onCancel` it replaces the pressed button,
 * so it takes the focus.
 */
export function NameForm({
  name = '',
  action,
  naming,
  onCancel,
}: {
  name?: string
  action: string
  naming: UseMutationResult<KeptTemplate, RefusedError, string>
  onCancel?: () => void
}) {
  const [isMissing, setMissing] = useState(false)
  function submit(form: HTMLFormElement) {
    const chosen = readForm(form)['template']?.trim()
    setMissing(!chosen)
    if (chosen) naming.mutate(chosen, { onSuccess: () => form.reset() })
    else focusFirst(form)
  }
  return (
    <form
      ref={onCancel && focusFirst}
      className={`row ${styles.naming}`}
      noValidate
      onInput={() => setMissing(false)}
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <Field
        label="Nombre de la plantilla"
        name="template"
        defaultValue={name}
        maxLength={longestTemplateName}
        autoComplete="off"
        required
        readOnly={naming.isPending}
        error={isMissing && 'Ponga un nombre a la plantilla.'}
      />
      <Actions at="start">
        <Button type="submit" isBusy={naming.isPending}>
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

type ToKeep = { content: string; looks: PartialLooks }

/** `Guardar como plantilla`. */
export function KeepForm({ letter, onKept }: { letter: () => ToKeep; onKept: (kept: KeptTemplate) => void }) {
  const [id, setId] = useState(() => crypto.randomUUID())
  const keeping = useCall(
    (name: string) => {
      const { content, looks } = letter()
      // The same id until it is answered: a retry must not store a second template.
      return keepTemplate(id, { name, content, ...looks })
    },
    (kept) => {
      setId(crypto.randomUUID())
      onKept(kept)
    },
  )
  return (
    <div className="stack">
      <p>
        Se guardan en su cuenta el texto, las fotos, el estilo, la firma, el sello y el código de respuesta;
        las direcciones, no.
      </p>
      <NameForm action="Guardar como plantilla" naming={keeping} />
      {keeping.error && <Notice kind="error">{keeping.error.message}</Notice>}
    </div>
  )
}

type Sent = Looks & Pick<LetterDetail, 'content' | 'destination' | 'order'>

/** The name that replaced {nombre} in a letter to several people, as far as the text shows. */
function filledName({ content, destination, order }: Sent): string | undefined {
  const name = order ? calledBy(destination) : ''
  const present = new Set(wordsOf(content.replaceAll(/<[^>]*>/g, ' ')))
  return name && wordsOf(name).every((word) => present.has(word)) ? name : undefined
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}ºª]+/gu) ?? []

/** `Guardar como plantilla` for a letter in Mis cartas. */
export function KeepDialog({
  letter,
  onKept,
  onClose,
}: {
  letter: Sent
  onKept: (name: string) => void
  onClose: () => void
}) {
  const { content } = letter
  const name = filledName(letter)
  return (
    <Modal isOpen title="Guardar como plantilla" closesOnOverlay={false} hasCross onClose={onClose}>
      <div className="stack">
        {name && (
          <Notice kind="info">
            El texto dice «{name}». Para escribir con ella a varias personas, ponga {places.name} en su lugar.
          </Notice>
        )}
        <KeepForm
          letter={() => ({ content, looks: unusual(copyLooks(letter)) })}
          onKept={({ name }) => onKept(name)}
        />
      </div>
    </Modal>
  )
}
