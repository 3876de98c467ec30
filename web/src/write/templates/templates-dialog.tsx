import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import type { KeptTemplate, Template } from '@lacre/letter/looks/template-calls.ts'
import { isBlank } from '../../journal/version-reason.ts'
import { looksToSend } from '../../journal/kept-looks.ts'
import { useSession } from '../../session.ts'
import { Modal } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/display.tsx'
import listStyles from '../../ui/list.module.css'
import { Retry } from '../../ui/notice.tsx'
import { useLoaded } from '../../use-loaded.ts'
import type { EditorSession } from '../draft/editor-session.ts'
import { replaceLetter } from '../recover/replace-letter.ts'
import { KeepForm } from './keep-form.tsx'
import { listTemplates } from './template-calls.ts'
import { TemplateRow } from './template-row.tsx'
import styles from './templates.module.css'

type Props = { session: EditorSession; onUsed: (name: string) => void; onClose: () => void }

/** `Mis plantillas` (design.md#templates): what one writes is kept as one, and one of them takes its place. */
export default function TemplatesDialog(props: Props) {
  const session = useSession()
  return (
    <Modal isOpen title="Mis plantillas" closesOnOverlay hasCross maxWidth="720px" onClose={props.onClose}>
      <div className={styles.body}>
        {session ? (
          <Templates key={session} {...props} />
        ) : (
          <p>
            Una plantilla es una carta que se guarda en su cuenta para volver a escribirla desde cualquier
            equipo. <Link href="/login">Inicie sesión</Link> para guardar esta carta o usar las que ya tenga;
            lo que está escribiendo no se pierde.
          </p>
        )}
      </div>
    </Modal>
  )
}

const allOfThem = undefined

function Templates({ session, onUsed, onClose }: Props) {
  const { loaded, change, reload } = useLoaded(listTemplates, allOfThem)
  const [said, setSaid] = useState('')

  async function use(template: Template) {
    flushSync(onClose) // the dialog gives the focus back to its button first
    const letter = { html: template.content, looks: template }
    if (await replaceLetter(session, letter, 'template')) onUsed(template.name)
  }
  const show = (kept: KeptTemplate) =>
    change(({ templates }) => ({
      templates: templates.some(({ id }) => id === kept.id)
        ? templates.map((one) => (one.id === kept.id ? kept : one))
        : [kept, ...templates],
    }))

  return (
    <>
      {isBlank(session.editor.html()) ? (
        <p>Escriba una carta y podrá guardarla aquí como plantilla.</p>
      ) : (
        <KeepForm
          letter={() => ({ content: session.editor.html(), looks: looksToSend() })}
          onKept={(kept) => {
            show(kept)
            setSaid(`Guardada: «${kept.name}».`)
          }}
        />
      )}
      <p role="status" className={styles.said}>
        {said}
      </p>
      {loaded.is === 'loading' && <Loading>Cargando sus plantillas...</Loading>}
      {loaded.is === 'failed' && <Retry onRetry={reload}>{loaded.detail}</Retry>}
      {loaded.is === 'shown' &&
        (loaded.value.templates.length ? (
          <>
            <p>La que use ocupará el lugar de la carta actual, que queda en «Recuperar».</p>
            <ul className={listStyles.list}>
              {loaded.value.templates.map((template) => (
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
          <p>Todavía no tiene ninguna plantilla.</p>
        ))}
    </>
  )
}
