import { useState } from 'react'
import type { PartialLooks } from '@lacre/letter/looks/looks.ts'
import type { KeptTemplate } from '@lacre/letter/looks/template-calls.ts'
import { Notice } from '../../ui/notice.tsx'
import { useItemAction } from '../../ui/use-item-action.ts'
import { NameForm } from './name-form.tsx'
import { keepTemplate } from './template-calls.ts'
import styles from './templates.module.css'

/** What is kept as a template: a letter's words and looks, without its addresses. */
export type ToKeep = { content: string; looks: PartialLooks }

/** `Guardar como plantilla`. */
export function KeepForm({ letter, onKept }: { letter: () => ToKeep; onKept: (kept: KeptTemplate) => void }) {
  const { isBusy, trouble, act } = useItemAction()
  const [id, setId] = useState(() => crypto.randomUUID())

  async function keep(name: string) {
    const { content, looks } = letter()
    // The same id until it is answered: what is sent twice is one template.
    const refused = await act(keepTemplate(id, { name, content, ...looks }), (kept) => {
      setId(crypto.randomUUID())
      onKept(kept)
    })
    return !refused
  }
  return (
    <div className={styles.keeping}>
      <p>
        Se guardan en su cuenta el texto, las fotos, el estilo, la firma, el sello y el código de respuesta;
        las direcciones, no.
      </p>
      <NameForm action="Guardar como plantilla" isBusy={isBusy} onName={keep} />
      {trouble && <Notice kind="error">{trouble}</Notice>}
    </div>
  )
}
