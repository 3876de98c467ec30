import { keysOf } from '@lacre/letter/keys-of.ts'
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

type Held = Marked['held']
const sentences: Record<Held[number]['waitsFor'], [one: [string, string], many: [string, string]]> = {
  person: [
    ['No envíe esta carta: ', '. Alguien debe revisarla antes.'],
    ['No envíe estas cartas: ', '. Alguien debe revisarlas antes.'],
  ],
  reprint: [
    ['Esta carta se imprime otra vez: ', '. Márquela por separado cuando su nueva copia esté lista.'],
    ['Estas cartas se imprimen otra vez: ', '. Márquelas una a una cuando sus nuevas copias estén listas.'],
  ],
}

function HeldLetters({ waitsFor, held }: { waitsFor: keyof typeof sentences; held: Held }) {
  if (held.length === 0) return null
  const [before, after] = sentences[waitsFor][held.length === 1 ? 0 : 1]
  return (
    <p className={styles.refused}>
      {before}
      {held.map(({ place, id }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link href={addressOfLetter(id)}>n.º {place}</Link>
        </span>
      ))}
      {after}
    </p>
  )
}

/** What marking a batch has done, and which of its letters keep as they are. */
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
      {/* A server older than this page gives no reason: then a person looks, as it was. */}
      {keysOf(sentences).map((waitsFor) => (
        <HeldLetters
          key={waitsFor}
          waitsFor={waitsFor}
          held={held.filter((one) => (one.waitsFor === 'reprint') === (waitsFor === 'reprint'))}
        />
      ))}
    </>
  )
}
