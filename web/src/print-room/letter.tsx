import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { LetterCard } from '@lacre/letter/print-room-calls.ts'
import { readCard } from './calls.ts'
import styles from './console.module.css'
import { useDoor } from './door.ts'
import { Heading } from './heading.tsx'
import { LetterConcerns } from './letter-concerns.tsx'
import { LetterDeeds } from './letter-deeds.tsx'
import { LetterFacts } from './letter-facts.tsx'
import { LetterWay } from './letter-way.tsx'
import { StateMark } from './mark.tsx'
import { Shown } from './shown.tsx'
import { useLive } from './use-live.ts'
import { addresses, addressOfBatch } from './use-view.ts'
import { letterName, markOf } from './words.ts'

/** One letter, by its figures alone (design, 3.6): where it is, how it came there, and what can be done with it. */
export function Letter({ id }: { id: string }) {
  const { ledAway } = useDoor()
  const { live, reload, show } = useLive(readCard, id, ledAway)
  const [said, say] = useState<ReactNode>()
  const changed = (card: LetterCard, words: ReactNode) => {
    show(card)
    say(words)
  }
  const card = live.is === 'shown' ? live.value : undefined
  return (
    <>
      {card?.batch ? (
        <Link href={addressOfBatch(card.batch)} className={styles.back}>
          Tanda {card.batch}
        </Link>
      ) : (
        <Link href={addresses.today} className={styles.back}>
          Hoy
        </Link>
      )}
      <Heading title={`Carta ${card ? letterName(card) : markOf(id)}`}>
        {card && <StateMark state={card.state} isEnclosed={card.enclosedAt !== null} />}
      </Heading>
      <Shown live={live} loading="Cargando la carta..." onReload={reload}>
        {(letter) => (
          <div className={styles.halves}>
            <div className={styles.column}>
              <LetterConcerns letter={letter} onSettled={reload} />
              <LetterFacts letter={letter} />
              <LetterDeeds letter={letter} said={said} onChange={changed} onReload={reload} />
            </div>
            <LetterWay letter={letter} />
          </div>
        )}
      </Shown>
    </>
  )
}
