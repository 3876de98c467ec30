import type { LetterAccess } from '@lacre/letter/accounts/letter-access.ts'
import type { LetterSummary, SearchLettersBody } from '@lacre/letter/calls.ts'
import { longDate, madridDay, minutes } from '@lacre/letter/days.ts'
import { type State, states } from '@lacre/letter/journey.ts'
import { count, orderWords, stateNames } from '@lacre/letter/words.ts'
import { untilWords } from '../coming-day.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { Link } from 'wouter'
import { queries, take } from '../queries.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Loading, Title, useDocumentTitle } from '../ui/display.tsx'
import { Field, Form, Select } from '../ui/field.tsx'
import listStyles from '../ui/list.module.css'
import { Notice, Retry } from '../ui/notice.tsx'
import { keepFocus, takeLostFocus } from '../ui/take-focus.ts'
import { useClosedDays } from '../use-config.ts'
import { useToday } from '../use-today.ts'
import { searchLetters, showChanged } from './calls.ts'
import { CancelOrder } from './cancel-order.tsx'
import { FirstPage } from './first-page.tsx'
import styles from './letter-list.module.css'
import { PayButton, PayOrder, prepareLetter } from './payment.tsx'
import { onlyPaidLetters, paidUnproven, stateSentence, StateTag } from './words.tsx'

/** Groups of states, as a customer looks for them. */
const filters = {
  unpaid: stateNames.frozen,
  preparing: 'En preparación',
  moving: stateNames.posted,
  returned: 'Devueltas',
  ended: 'Canceladas o caducadas',
  doubtful: stateNames['needs-person'],
} as const
type Filter = keyof typeof filters
const isFilter = (name: string): name is Filter => Object.hasOwn(filters, name)

const filterByState = {
  frozen: 'unpaid',
  paid: 'preparing',
  batched: 'preparing',
  printed: 'preparing',
  posted: 'moving',
  returned: 'returned',
  cancelled: 'ended',
  expired: 'ended',
  'needs-person': 'doubtful',
} satisfies Record<State, Filter>

const statesIn = (filter: Filter): State[] => states.filter((state) => filterByState[state] === filter)

type Group = { order: LetterSummary['order']; letters: LetterSummary[] }

/** Groups the letters of an order at its newest letter (design/money.md#orders); search results stay single. */
export function groupByOrder(letters: readonly LetterSummary[], isSearch: boolean): Group[] {
  const groups = new Map<string, Group>()
  for (const letter of letters) {
    const order = isSearch ? null : letter.order
    const known = groups.get(order?.id ?? letter.id)
    if (known) known.letters.push(letter)
    else groups.set(order?.id ?? letter.id, { order, letters: [letter] })
  }
  return [...groups.values()]
}

type Fields = { text: string; filter: string; from: string; until: string }
export const noSearch: Fields = { text: '', filter: '', from: '', until: '' }

/** Each search has its own cache entry, so that repeating a search asks again. */
type Search = { id: string; sought: Fields }
export const beginSearch = (sought: Fields): Search => ({ id: crypto.randomUUID(), sought })

const searchFor = ({ text, filter, from, until }: Fields): SearchLettersBody => ({
  text: text.trim() || undefined,
  states: isFilter(filter) ? statesIn(filter) : undefined,
  from: from || undefined,
  until: until || undefined,
})

/** The search form. Its values never enter the address of the page. */
function SearchForm({ sought, onSearch }: { sought: Fields; onSearch: (wanted: Fields) => void }) {
  const [fields, setFields] = useState(sought)
  const [isOpen] = useState(!!(sought.filter || sought.from || sought.until))
  const change = (part: Partial<Fields>) => setFields({ ...fields, ...part })

  function search(wanted: Fields) {
    setFields(wanted)
    onSearch(wanted)
  }

  return (
    <search>
      <Form className={`list start framed ${styles.search}`} onSubmit={() => search(fields)}>
        <div className={`row ${styles.words}`}>
          <Field
            label="Destinatario o ciudad"
            name="text"
            type="search"
            maxLength={100}
            value={fields.text}
            onChange={(text) => change({ text })}
          />
          <Button type="submit" kind="secondary">
            Buscar
          </Button>
        </div>
        <details className="fold" open={isOpen}>
          <summary>Por estado o por fecha</summary>
          <div className={`list ${styles.filters}`}>
            <Select
              label="Estado"
              none="Todos"
              options={filters}
              value={fields.filter}
              onChange={(filter) => change({ filter })}
            />
            <Field
              label="Desde"
              name="from"
              type="date"
              value={fields.from}
              onChange={(from) => change({ from })}
            />
            <Field
              label="Hasta"
              name="until"
              type="date"
              value={fields.until}
              onChange={(until) => change({ until })}
            />
          </div>
        </details>
        {sought !== noSearch && (
          <Button kind="quiet" onClick={() => search(noSearch)}>
            Quitar la búsqueda
          </Button>
        )}
      </Form>
    </search>
  )
}

/** All letters, newest first, twenty at a time. */
export function LetterList({
  search: { id, sought },
  cameFrom,
  onSearch,
}: {
  search: Search
  /** The letter that was open before; its row gets the focus. */
  cameFrom: string | undefined
  onSearch: (wanted: Fields) => void
}) {
  const wanted = searchFor(sought)
  const isFiltered = Object.values(wanted).some(Boolean)
  const list = useInfiniteQuery(
    {
      queryKey: ['letters', id],
      queryFn: ({ pageParam }) => take(searchLetters({ ...wanted, cursor: pageParam })),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      gcTime: minutes(30),
    },
    queries,
  )
  const { data, error, isPending } = list
  useDocumentTitle('Mis cartas')
  const letters = data?.pages.flatMap((page) => page.letters)
  const isOnlyPaid = letters?.some(({ access }) => access === 'read')
  const isEmpty = letters?.length === 0 && !list.hasNextPage
  // Seven letters need no search. Once shown it stays, as the customer may be typing in it.
  const isMany = isFiltered || list.hasNextPage || (letters?.length ?? 0) > 7
  const [isSearchable, setSearchable] = useState(isMany)
  if (isMany && !isSearchable) setSearchable(true)
  return (
    <section ref={keepFocus} className="parts shelf" aria-busy={isPending}>
      <div className={`spread ${listStyles.top}`}>
        <Title ref={cameFrom === undefined ? undefined : takeLostFocus} tabIndex={-1}>
          Mis cartas
        </Title>
        {!isOnlyPaid && (
          <div className="row">
            <ButtonLink kind="secondary" href="/address-book">
              Libreta de direcciones
            </ButtonLink>
            <ButtonLink href="/write">Escribir una carta</ButtonLink>
          </div>
        )}
      </div>
      {isOnlyPaid && <Notice kind="info">{onlyPaidLetters}</Notice>}
      {isSearchable && <SearchForm sought={sought} onSearch={onSearch} />}
      {isPending && <Loading>Cargando sus cartas...</Loading>}
      {error && !letters && <Retry onRetry={() => void list.refetch()}>{error.message}</Retry>}
      {isEmpty && (isFiltered ? <NoneFound /> : <NoneYet />)}
      {data && letters && !isEmpty && (
        <>
          <Rows
            letters={letters}
            added={data.pages.length > 1 ? (data.pages.at(-1)?.letters.length ?? 0) : 0}
            isWhole={!list.hasNextPage}
            isFiltered={isFiltered}
            cameFrom={cameFrom}
          />
          {error && <Notice kind="error">{error.message}</Notice>}
          {list.hasNextPage && (
            <Button
              kind="secondary"
              className={styles.more ?? ''}
              disabled={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {isFiltered ? 'Buscar en cartas anteriores' : 'Ver más'}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

const NoneYet = () => (
  <div className={`stack none ${listStyles.none}`}>
    <h2 className="subtitle">Todavía no hay ninguna carta</h2>
    <p>Aquí verá cada carta que prepare: cómo va, las páginas que se imprimen y su recibo.</p>
  </div>
)
const NoneFound = () => (
  <p className={`none ${listStyles.none}`} role="status">
    Ninguna carta coincide con su búsqueda.
  </p>
)

/** `added`: the number of letters of the last page. */
function Rows({
  letters,
  added,
  isWhole,
  isFiltered,
  cameFrom,
}: {
  letters: readonly LetterSummary[]
  added: number
  isWhole: boolean
  isFiltered: boolean
  cameFrom: string | undefined
}) {
  // With the last page the button is removed, so its first letter gets the focus.
  const takesFocus = added && isWhole ? letters[letters.length - added] : undefined
  const today = useToday()
  const closed = useClosedDays()
  const sentenceOf = (letter: LetterSummary) =>
    today && `${stateSentence(letter, { today, closed })} ${cancelHint(letter)}`
  /** The sentence that all letters of a group share, if any. */
  const sharedSentence = (group: readonly LetterSummary[]) => {
    const sentences = new Set(group.map(sentenceOf))
    return sentences.size === 1 ? [...sentences][0] : undefined
  }
  const rowOf = (letter: LetterSummary, sentence = sentenceOf(letter)) => (
    <Row
      key={letter.id}
      letter={letter}
      sentence={sentence}
      ref={letter.id === cameFrom ? focusRow : letter === takesFocus ? takeLostFocus : undefined}
    />
  )

  return (
    <>
      <ul className="list">
        {groupByOrder(letters, isFiltered).flatMap((group) => {
          if (!group.order) return group.letters.map((letter) => rowOf(letter))
          const shared = sharedSentence(group.letters)
          return (
            <li key={group.order.id} className={`list framed ${styles.order}`}>
              <div className={`spread ${styles.whole}`}>
                <h2>{orderWords(group.order)}</h2>
                {group.letters.some(({ state }) => state === 'frozen') && (
                  <PayOrder group={{ ...group, order: group.order }} onChange={showChanged} />
                )}
              </div>
              {shared && <p className={`soft ${styles.sentence}`}>Cada carta: {lowerFirst(shared)}</p>}
              <ul className="list">{group.letters.map((letter) => rowOf(letter, shared && ''))}</ul>
              <CancelOrder order={group.order} letters={group.letters} onChange={showChanged} />
            </li>
          )
        })}
      </ul>
      <p role="status" className="visually-hidden">
        {added > 0 && `${count(added, 'carta más', 'cartas más')}; ${letters.length} en total.`}
      </p>
    </>
  )
}

/** Only while the heading still has the focus, since the list may load late. */
function focusRow(link: HTMLElement | null): void {
  if (document.activeElement?.matches('body, h1')) link?.focus()
}

function cancelHint({ cancelUntil }: LetterSummary): string {
  const [until, now] = [new Date(cancelUntil ?? 0), new Date()]
  return until > now ? `Puede cancelarla hasta ${untilWords(until, now)}.` : ''
}

const unnamed = {
  full: 'Destinatario borrado',
  read: 'Destinatario borrado',
  figures: paidUnproven,
} satisfies Record<LetterAccess, string>

const lowerFirst = (text: string) => text.charAt(0).toLocaleLowerCase('es') + text.slice(1)

/** `sentence`: its state; empty when stated for the whole order. */
function Row({
  letter,
  sentence,
  ref,
}: {
  letter: LetterSummary
  sentence: string | undefined
  ref: Ref<HTMLAnchorElement> | undefined
}) {
  const written = longDate(madridDay(new Date(letter.createdAt)))
  return (
    <li className={`stack sheet framed ${styles.row}`}>
      {letter.recipient && <FirstPage id={letter.id} hash={letter.hash} />}
      <Link
        ref={ref}
        id={`carta-${letter.id}`}
        href={`/my-letters?carta=${letter.id}`}
        className={`wrap ${styles.open}`}
      >
        <span className={`serif ${styles.recipient}`}>{letter.recipient || unnamed[letter.access]}</span>
        {letter.firstWords && <span className={`soft wrap ${styles.begins}`}>{letter.firstWords}</span>}
        <span className="soft">
          {letter.city && `${letter.city} · `}
          {written}
        </span>
      </Link>
      <StateTag state={letter.state} className={styles.tag} />
      <p className={`soft ${styles.sentence}`}>
        {sentence}
        {letter.returnable && '¿Le ha vuelto? Puede enviarla otra vez.'}
      </p>
      {letter.state === 'frozen' && (
        <div className={`list start ${styles.pay}`}>
          <PayButton
            prepare={() => prepareLetter(letter.id)}
            kind="secondary"
            describedBy={`carta-${letter.id}`}
          />
        </div>
      )}
    </li>
  )
}
