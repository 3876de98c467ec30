import { letterCode } from '@lacre/letter/print-room/names.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../ui/button.tsx'
import { Field, Form } from '../ui/field.tsx'
import { ActionResult, useAction } from './actions.tsx'
import { findLetters } from './calls.ts'
import styles from './view.module.css'
import { addressOfLetter, Heading, StateTag } from './view.tsx'
import { letterName } from './words.ts'

/** A search of letters or of customers. */
export function FindForm({
  words,
  isRight,
  wrong,
  finding,
  ...field
}: {
  label: string
  name: string
  hint: string
  maxLength: number
  words: string
  isRight: (wanted: string) => boolean
  wrong: string
  finding: { isPending: boolean; mutate: (wanted: string) => void }
}) {
  const [isWrong, setWrong] = useState(false)
  function submit(written: Record<string, string>) {
    const wanted = written[field.name]?.trim() ?? ''
    setWrong(!isRight(wanted))
    if (isRight(wanted) && !finding.isPending) finding.mutate(wanted)
  }
  return (
    <Form className={`row ${styles.find}`} onSubmit={submit} onInput={() => setWrong(false)} noValidate>
      <Field {...field} type="search" autoComplete="off" error={isWrong && wrong} />
      <Button type="submit" isBusy={finding.isPending}>
        {finding.isPending ? 'Buscando...' : words}
      </Button>
    </Form>
  )
}

/** Finds a letter by a code printed on it, never by name. */
export function Find() {
  const finding = useAction((wanted: string) => findLetters(wanted.toLowerCase()))
  const found = finding.data?.letters
  return (
    <>
      <Heading title="Buscar una carta" />
      <FindForm
        label="Pedido, código de hoja o código del documento"
        name="find"
        hint="Bastan los cuatro primeros caracteres."
        maxLength={60}
        words="Buscar"
        isRight={({ length }) => length >= 4}
        wrong="Escriba al menos cuatro caracteres."
        finding={finding}
      />
      <ActionResult
        action={finding}
        message={
          found && !found.length ? 'Ninguna carta empieza así.' : found && `Encontradas: ${found.length}`
        }
      />
      {found && found.length > 0 && (
        <ul className={`stack ${styles.cards}`}>
          {found.map((card) => (
            <li key={card.id} className="group start">
              <Link href={addressOfLetter(card.id)}>Carta {letterName(card)}</Link>{' '}
              <StateTag state={card.state} isEnclosed={card.enclosedAt !== null} />
              <p className="soft">
                {[letterCode(card.id), card.hash, card.postalCode, card.province].filter(Boolean).join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
