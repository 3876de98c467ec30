import { atHour, longDate, madridDay } from '@lacre/letter/days.ts'
import type { PartialLooks } from '@lacre/letter/looks/looks.ts'
import type { KeptTemplate, Template, TemplateList } from '@lacre/letter/looks/template-calls.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import type { EditorSession } from '../drafts/editor-session.ts'
import { looksToSend } from '../editor/kept-looks.ts'
import { isBlank } from '../drafts/version-reason.ts'
import { queries, upsert, useAnswer, useCall } from '../queries.ts'
import { useSession } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/dialog.tsx'
import { Loading } from '../ui/display.tsx'
import listStyles from '../ui/list.module.css'
import { Retry } from '../ui/notice.tsx'
import { takeLostFocus } from '../ui/take-focus.ts'
import {
  keepAs,
  KeepForm,
  listTemplates,
  NameForm,
  readTemplate,
  removeTemplate,
  renameTemplate,
} from './keep-dialog.tsx'
import { beginningNames, beginnings, selectFirstPlace } from './beginnings.ts'
import { replaceLetter } from './replace-letter.ts'
import templatesStyles from './templates.module.css'

type RowState = { is: 'kept' | 'naming' | 'back' } | { is: 'removed'; template: Template }

/** A template. A removed one can be restored while the list is open. */
function TemplateRow({
  template: { id, name, keptAt },
  onUse,
  onKept,
}: {
  template: KeptTemplate
  onUse: (template: Template) => void
  onKept: (kept: KeptTemplate) => void
}) {
  const [state, setState] = useState<RowState>({ is: 'kept' })
  const using = useCall(readTemplate)
  const removing = useCall(removeTemplate, (template) => setState({ is: 'removed', template }))
  const bringingBack = useCall((template: Template) => keepAs(name, template), isBack)
  const renaming = useCall((other: string) => renameTemplate(id, other), isBack)
  const calls = [using, removing, bringingBack, renaming]
  const isBusy = calls.some(({ isPending }) => isPending)
  const error = calls.find((call) => call.error)?.error
  const aboutId = `plantilla-${id}`
  // The date distinguishes templates of the same name.
  const keptSince = new Date(keptAt)

  function isBack(kept: KeptTemplate) {
    onKept(kept)
    setState({ is: 'back' })
  }
  function press(action: () => void) {
    calls.forEach(({ reset }) => reset())
    action()
  }

  return (
    <li className={`${listStyles.row} ${templatesStyles.row}`}>
      {state.is === 'removed' ? (
        <p role="status">Ha borrado la plantilla «{name}».</p>
      ) : (
        <div id={aboutId} className={listStyles.about}>
          <h3 className={listStyles.name}>{name}</h3>
          <p className="soft">
            {longDate(madridDay(keptSince))} {atHour(keptSince)}
          </p>
        </div>
      )}
      {state.is === 'removed' && (
        <Button
          kind="quiet"
          ref={takeLostFocus}
          isBusy={isBusy}
          onClick={() => press(() => bringingBack.mutate(state.template))}
        >
          Deshacer
        </Button>
      )}
      {state.is === 'naming' && (
        <NameForm name={name} action="Cambiar" naming={renaming} onCancel={() => setState({ is: 'back' })} />
      )}
      {(state.is === 'kept' || state.is === 'back') && (
        <div className={listStyles.acts}>
          <Button
            kind="quiet"
            ref={state.is === 'back' ? takeLostFocus : undefined}
            aria-describedby={aboutId}
            isBusy={isBusy}
            // `onSuccess` here, not in useCall: it must not run once the dialog is closed.
            onClick={() => press(() => using.mutate(id, { onSuccess: onUse }))}
          >
            Usar
          </Button>
          <Button
            kind="quiet"
            aria-describedby={aboutId}
            disabled={isBusy}
            onClick={() => press(() => setState({ is: 'naming' }))}
          >
            Cambiar nombre
          </Button>
          <Button
            kind="quiet"
            aria-describedby={aboutId}
            disabled={isBusy}
            onClick={() => press(() => removing.mutate(id))}
          >
            Borrar
          </Button>
        </div>
      )}
      {error && (
        <p role="alert" className={listStyles.failed}>
          {error.message}
        </p>
      )}
    </li>
  )
}

type Props = { session: EditorSession; onUsed: (name: string) => void; onClose: () => void }

/** `Mis plantillas` (design/writing.md#templates): saves the letter as a template, or replaces it by one. */
export default function TemplatesDialog(props: Props) {
  const session = useSession()
  return (
    <Modal isOpen title="Mis plantillas" closesOnOverlay hasCross maxWidth="720px" onClose={props.onClose}>
      <div className={`stack ${templatesStyles.body}`}>
        {session ? (
          <Templates key={session} {...props} />
        ) : (
          <p>
            <Link href="/login">Inicie sesión</Link> para guardar esta carta como plantilla o usar las suyas.
            Lo que está escribiendo no se pierde.
          </p>
        )}
      </div>
    </Modal>
  )
}

const listKey = ['templates']

function Templates({ session, onUsed, onClose }: Props) {
  const { data, error, isPending, refetch } = useAnswer(listKey, listTemplates)
  const [status, setStatus] = useState('')

  async function use(template: Pick<Template, 'name' | 'content'> & PartialLooks) {
    flushSync(onClose) // the dialog must return the focus to its button first
    const letter = { html: template.content, looks: template }
    if (await replaceLetter(session, letter, 'template')) onUsed(template.name)
  }
  const show = (kept: KeptTemplate) =>
    queries.setQueryData<TemplateList>(listKey, (list) => list && { templates: upsert(list.templates, kept) })

  return (
    <>
      {isBlank(session.editor.html()) ? (
        <p>Escriba una carta y podrá guardarla aquí como plantilla.</p>
      ) : (
        <KeepForm
          letter={() => ({ content: session.editor.html(), looks: looksToSend() })}
          onKept={(kept) => {
            show(kept)
            setStatus(`Guardada: «${kept.name}».`)
          }}
        />
      )}
      <p role="status" className={templatesStyles.said}>
        {status}
      </p>
      {isPending && <Loading>Cargando sus plantillas...</Loading>}
      {error && <Retry onRetry={() => void refetch()}>{error.message}</Retry>}
      {data &&
        (data.templates.length ? (
          <>
            <p>La que use ocupará el lugar de la carta actual, que queda en «Recuperar».</p>
            <ul className={listStyles.list}>
              {data.templates.map((template) => (
                <TemplateRow
                  key={template.id}
                  template={template}
                  onUse={(chosen) => void use(chosen)}
                  onKept={show}
                />
              ))}
            </ul>
          </>
        ) : (
          <>
            <p>Todavía no tiene ninguna plantilla. Puede empezar con una de estas:</p>
            <ul className={listStyles.list}>
              {beginningNames.map((name) => (
                <li key={name} className={listStyles.row}>
                  <h3 className={listStyles.name}>{name}</h3>
                  <Button
                    kind="quiet"
                    aria-label={`Usar: ${name}`}
                    onClick={() =>
                      void use({ name, content: beginnings[name] }).then(() =>
                        selectFirstPlace(session.editor),
                      )
                    }
                  >
                    Usar
                  </Button>
                </li>
              ))}
            </ul>
          </>
        ))}
    </>
  )
}
