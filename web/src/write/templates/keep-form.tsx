import { useState } from 'react'
import type { SaidLooks } from '@lacre/letter/looks/looks.ts'
import type { KeptTemplate } from '@lacre/letter/looks/template-calls.ts'
import { detailOf } from '../../api.ts'
import { Notice } from '../../ui/notice.tsx'
import { useSignInAgain } from '../../use-sign-in.ts'
import { NameForm } from './name-form.tsx'
import { keepTemplate } from './template-calls.ts'
import styles from './templates.module.css'

/** What is kept as a template: a letter's words and looks, without its addresses. */
export type ToKeep = { content: string; looks: SaidLooks }

/** `Guardar como plantilla`. */
export function KeepForm({ letter, onKept }: { letter: () => ToKeep; onKept: (kept: KeptTemplate) => void }) {
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [id, setId] = useState(() => crypto.randomUUID())
  const signInAgain = useSignInAgain()

  async function keep(name: string) {
    setBusy(true)
    setTrouble('')
    const { content, looks } = letter()
    // The same id until it is answered: what is sent twice is one template.
    const answer = await keepTemplate(id, { name, content, ...looks })
    setBusy(false)
    if (answer.ok) {
      setId(crypto.randomUUID())
      onKept(answer.body)
    } else if (answer.status === 401) signInAgain()
    else setTrouble(detailOf(answer))
    return answer.ok
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
