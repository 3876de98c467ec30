import type { Preview } from '@lacre/letter/calls.ts'
import { maxPages, sheetsOf } from '@lacre/letter/content/limits.ts'
import { count } from '@lacre/letter/words.ts'
import type { Following } from './follow.ts'
import { GreyNote } from '../parts/grey-note.tsx'
import styles from './preview.module.css'

const number = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 1 })

/** `2 páginas · 1 hoja · 10,5 g` */
export const figuresOf = ({ pages, sheets, grams }: NonNullable<Preview['paper']>): string =>
  [count(pages, 'página', 'páginas'), count(sheets, 'hoja', 'hojas'), `${number.format(grams)} g`].join(' · ')

const noNetwork = 'Sin conexión: la vista previa volverá cuando la haya. Su carta sigue guardada aquí.'
const failed = 'No se ha podido preparar la vista previa. Se intentará de nuevo con el próximo cambio.'
const notShown =
  'Este navegador no ha podido mostrar las páginas. Su carta sigue guardada aquí y se imprimirá igual.'

/** What the letter comes to, what the limits are, and whether the pages are the newest. */
export function Figures({ paper, following }: { paper: Preview['paper'] | undefined; following: Following }) {
  const sentence = sentenceOf(following)
  return (
    <div className={styles.figures}>
      <p role="status">
        {paper && <strong>{figuresOf(paper)}</strong>}
        {paper === null && 'Esta carta no se puede componer todavía.'}
        {!sentence && paper === undefined && 'Preparando las páginas…'}
        {sentence && ` ${sentence}`}
      </p>
      <p className={styles.limits}>
        Hasta {maxPages} páginas ({sheetsOf(maxPages)} hojas por las dos caras).
        <span className={styles.updating} data-on={following.is === 'following' || undefined}>
          Actualizando…
        </span>
      </p>
      <GreyNote />
    </div>
  )
}

function sentenceOf(following: Following): string {
  if (following.is === 'not-shown') return notShown
  if (following.is !== 'waiting') return ''
  const { status, detail } = following.refused
  return status === 0 ? noNetwork : (detail ?? failed)
}
