import { letterCode } from '@lacre/letter/print-room/names.ts'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { ActionResult, useAction } from './actions.tsx'
import { findLetters } from './calls.ts'
import letterStyles from './letters.module.css'
import styles from './view.module.css'
import { addressOfLetter, Heading, rowKeys, StateTag } from './view.tsx'
import { letterName } from './words.ts'

const least = 4

/** A letter in one's hand, or one that somebody asks about: by what is printed on it. Nobody is found by name. */
export function Find() {
  const [find, setFind] = useState('')
  const [isShort, setShort] = useState(false)
  const finding = useAction(findLetters)
  const found = finding.data?.letters
  function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = find.trim().toLowerCase()
    setShort(wanted.length < least)
    if (wanted.length >= least && !finding.isPending) finding.mutate(wanted)
  }
  return (
    <>
      <Heading title="Buscar una carta" />
      <form className={letterStyles.find} onSubmit={submit}>
        <Field
          label="Pedido, código de hoja o código del documento"
          name="find"
          type="search"
          hint="Bastan los cuatro primeros caracteres."
          autoComplete="off"
          maxLength={60}
          value={find}
          onChange={setFind}
          {...(isShort && { error: 'Escriba al menos cuatro caracteres.' })}
        />
        <Button type="submit" isBusy={finding.isPending}>
          {finding.isPending ? 'Buscando...' : 'Buscar'}
        </Button>
      </form>
      <ActionResult
        action={finding}
        message={
          found && !found.length ? 'Ninguna carta empieza así.' : found && `Encontradas: ${found.length}`
        }
      />
      {found && found.length > 0 && (
        <ul className={styles.cards} onKeyDown={rowKeys}>
          {found.map((card) => (
            <li key={card.id}>
              <Link href={addressOfLetter(card.id)}>Carta {letterName(card)}</Link>{' '}
              <StateTag state={card.state} isEnclosed={card.enclosedAt !== null} />
              <p className={styles.soft}>
                {[letterCode(card.id), card.hash, card.postalCode, card.province].filter(Boolean).join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
