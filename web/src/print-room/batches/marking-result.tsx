import { Link } from 'wouter'
import type { Marked } from '@lacre/letter/print-room/calls.ts'
import styles from '../view/view.module.css'
import { addressOfLetter } from '../view/use-view.ts'
import { letters } from '../words/words.ts'

const participles = {
  printed: ['impresa', 'impresas'],
  enclosed: ['ensobrada', 'ensobradas'],
  posted: ['entregada a Correos', 'entregadas a Correos'],
} as const

/** What marking a batch has done, and which of its letters must not be posted. */
export function MarkingResult({
  action,
  marked: { done, before, held },
}: {
  action: keyof typeof participles
  marked: Marked
}) {
  const [one, many] = participles[action]
  return (
    <>
      <p>
        {letters(done)} {done === 1 ? one : many}.
        {before > 0 && ` ${before} ya lo ${before === 1 ? 'estaba' : 'estaban'}.`}
      </p>
      {held.length > 0 && (
        <p className={styles.refused}>
          No envíe {held.length === 1 ? 'esta carta' : 'estas cartas'}:{' '}
          {held.map(({ place, id }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link href={addressOfLetter(id)}>n.º {place}</Link>
            </span>
          ))}
          . Alguien debe revisar{held.length === 1 ? 'la' : 'las'} antes.
        </p>
      )}
    </>
  )
}
