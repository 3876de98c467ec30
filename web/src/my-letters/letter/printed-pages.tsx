import { useState } from 'react'
import type { LetterDetail } from '@lacre/letter/calls.ts'
import { detailOf, letterPdf } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { count } from '@lacre/letter/words.ts'
import { download } from '../../download.ts'
import styles from './letter.module.css'
import shared from '../words/my-letters.module.css'
import { sha256Of } from '../../journal/sha256-of.ts'

type Fetching = { is: 'idle' | 'busy' | 'same' | 'differs' } | { is: 'failed'; detail: string }

/** The very file that was paid and is printed; here one can see that it is (design.md#freeze-before-pay). */
export function PrintedPages({ letter }: { letter: LetterDetail }) {
  const [fetching, setFetching] = useState<Fetching>({ is: 'idle' })

  async function fetchPages() {
    setFetching({ is: 'busy' })
    const answer = await letterPdf(letter.id)
    if (!answer.ok) return setFetching({ is: 'failed', detail: detailOf(answer) })
    if ((await sha256Of(answer.body)) !== letter.sha256) return setFetching({ is: 'differs' })
    download(answer.body, `carta-${letter.hash}.pdf`)
    setFetching({ is: 'same' })
  }
  return (
    <div className={styles.pages}>
      <p>
        {count(letter.pages, 'página', 'páginas')} en {count(letter.sheets, 'hoja', 'hojas')}.
      </p>
      <Button kind="secondary" isBusy={fetching.is === 'busy'} onClick={() => void fetchPages()}>
        {fetching.is === 'busy' ? 'Descargando...' : 'Descargar las páginas (PDF)'}
      </Button>
      <details className={shared.details}>
        <summary>
          Código del documento: <code>{letter.hash}</code>
        </summary>
        <p>
          Se calcula (SHA-256) a partir del documento que usted pagó y lo distingue de cualquier otro. Se
          imprime ese documento y ninguno más: <code className={styles.hash}>{letter.sha256}</code>
        </p>
      </details>
      {fetching.is === 'same' && (
        <Notice kind="success">Descargado y comprobado: es el documento que usted pagó.</Notice>
      )}
      {fetching.is === 'differs' && (
        <Notice kind="error">
          El documento recibido no es el que usted pagó, así que no lo hemos guardado. Inténtelo de nuevo y,
          si se repite, escríbanos.
        </Notice>
      )}
      {fetching.is === 'failed' && <Notice kind="error">{fetching.detail}</Notice>}
    </div>
  )
}
