import { useState } from 'react'
import { useSearch } from 'wouter'
import { ComesLate } from '../ui/display.tsx'
import { useRequiredSession } from '../use-sign-in.ts'
import { beginSearch, LetterList, noSearch } from './letter-list.tsx'
import { Letter } from './letter.tsx'

/** `Mis cartas` (design/letter.md#my-letters): the list, or the one letter that `?carta=` names. */
export default function MyLetters() {
  const session = useRequiredSession('/my-letters')
  return <ComesLate>{session ? <Shelf key={session} /> : <h1>Mis cartas</h1>}</ComesLate>
}

function Shelf() {
  const opened = new URLSearchParams(useSearch()).get('carta') ?? undefined
  // Kept here, so that going back from a letter restores the search.
  const [search, setSearch] = useState(() => beginSearch(noSearch))
  const [last, setLast] = useState(opened)
  if (opened !== undefined && opened !== last) setLast(opened)

  return opened === undefined ? (
    <LetterList search={search} cameFrom={last} onSearch={(sought) => setSearch(beginSearch(sought))} />
  ) : (
    <Letter key={opened} id={opened} />
  )
}
