import { useState, type ReactNode } from 'react'
import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { readCard } from '../data/calls.ts'
import styles from './letters.module.css'
import { useConsole } from '../data/console-context.ts'
import { Heading } from '../view/heading.tsx'
import { LetterConcerns } from './letter-concerns.tsx'
import { LetterActions } from './letter-actions.tsx'
import { LetterFacts } from './letter-facts.tsx'
import { LetterHistory } from './letter-history.tsx'
import { StateTag } from '../view/tags.tsx'
import { LiveData } from '../data/live-data.tsx'
import { useLive } from '../data/use-live.ts'
import { addresses, addressOfBatch } from '../view/use-view.ts'
import { letterName } from '../words/words.ts'

/** One letter by its figures alone (design.md#figures-only): where it is, how it came there, what can be done. */
export function Letter({ id }: { id: string }) {
  const { redirectIfUnauthorized } = useConsole()
  const { live, reload, show } = useLive(readCard, id, redirectIfUnauthorized)
  const [message, setMessage] = useState<ReactNode>()
  const changed = (card: LetterCard, words: ReactNode) => {
    show(card)
    setMessage(words)
  }
  const card = live.is === 'shown' ? live.value : undefined
  return (
    <>
      <BackLink href={card?.batch ? addressOfBatch(card.batch) : addresses.today}>
        {card?.batch ? `Tanda ${card.batch}` : 'Hoy'}
      </BackLink>
      <Heading title={`Carta ${card ? letterName(card) : letterCode(id)}`}>
        {card && <StateTag state={card.state} isEnclosed={card.enclosedAt !== null} />}
      </Heading>
      <LiveData live={live} loading="Cargando la carta..." onReload={reload}>
        {(letter) => (
          <div className={styles.halves}>
            <div className={styles.column}>
              <LetterConcerns letter={letter} onSettled={reload} />
              <LetterFacts letter={letter} />
              <LetterActions letter={letter} message={message} onChange={changed} onReload={reload} />
            </div>
            <LetterHistory letter={letter} />
          </div>
        )}
      </LiveData>
    </>
  )
}
