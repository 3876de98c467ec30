import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { useSessionHere } from '../use-sign-in.ts'
import type { Screen } from '../screen.ts'
import { ComesLate } from '../ui/display.tsx'
import { PartsProvider, type Parts } from './parts.ts'
import { Letter } from './letter.tsx'
import { LetterList, useLetters, type Search } from './letter-list.tsx'

const everything: Search = {}

export const openMyLetters = (parts: Parts): Screen => ({
  default: () => (
    <PartsProvider value={parts}>
      <MyLetters />
    </PartsProvider>
  ),
})

/** `Mis cartas` (design.md#my-letters): the list, and over it the one letter that `?carta=` names. */
function MyLetters() {
  const session = useSessionHere('/my-letters')
  return <ComesLate>{session ? <Shelf key={session} /> : <h1>Mis cartas</h1>}</ComesLate>
}

function Shelf() {
  const opened = new URLSearchParams(useSearch()).get('carta') ?? undefined
  const [search, setSearch] = useState(everything)
  const { loaded, reload, showMore, replace } = useLetters(search)
  const lastOpened = useRef(opened)

  // Back in the list, one is where one was.
  useEffect(() => {
    const before = lastOpened.current
    lastOpened.current = opened
    if (opened === undefined && before !== undefined) focusLetter(before)
  }, [opened])

  return (
    <>
      {opened !== undefined && <Letter key={opened} id={opened} onChange={(letter) => replace([letter])} />}
      <div hidden={opened !== undefined}>
        <LetterList
          loaded={loaded}
          isFiltered={search !== everything}
          onSearch={(wanted) => setSearch(Object.values(wanted).some(Boolean) ? wanted : everything)}
          onReload={reload}
          onMore={showMore}
          onChange={replace}
        />
      </div>
    </>
  )
}

function focusLetter(id: string) {
  document.title = 'Mis cartas · Lacre'
  const link = document.getElementById(`carta-${id}`) ?? document.querySelector<HTMLElement>('main h1')
  if (link?.tagName === 'H1') link.tabIndex = -1
  link?.focus()
}
