import type { Ref } from 'react'
import { Link } from 'wouter'
import type { LetterSummary } from '@lacre/letter/calls.ts'
import type { LetterAccess } from '@lacre/letter/accounts/letter-access.ts'
import { longDate, madridDay } from '@lacre/letter/days.ts'
import { count, orderWords, untilWords } from '@lacre/letter/words.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Loading } from '../../ui/display/loading.tsx'
import listStyles from '../../ui/display/list.module.css'
import { Title } from '../../ui/display/title.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Retry } from '../../ui/retry.tsx'
import { takeLostFocus } from '../../ui/take-focus.ts'
import type { Loaded } from '../../use-loaded.ts'
import { PayButton } from '../payment/pay-button.tsx'
import { PayOrder } from '../payment/pay-order.tsx'
import { onlyPaidLetters, paidUnproven } from '../words/access-words.ts'
import shared from '../words/my-letters.module.css'
import styles from './list.module.css'
import { groupsOf } from './groups-of.ts'
import { FirstPage } from '../letter/first-page.tsx'
import { SearchForm } from './search-form.tsx'
import { StateTag } from '../words/state-tag.tsx'
import { stateSentence } from '../words/state-words.ts'
import { useClosedDays } from '../../use-config.ts'
import { useToday } from '../../use-today.ts'
import type { Letters, Search } from './use-letters.ts'

/** All letters, newest first, twenty at a time. */
export function LetterList({
  loaded,
  isFiltered,
  onSearch,
  onReload,
  onMore,
  onChange,
}: {
  loaded: Loaded<Letters>
  isFiltered: boolean
  onSearch: (search: Search) => void
  onReload: () => void
  onMore: () => void
  onChange: (letters: readonly LetterSummary[]) => void
}) {
  const isOnlyPaid = loaded.is === 'shown' && loaded.value.letters.some(({ access }) => access === 'read')
  const isEmpty = loaded.is === 'shown' && !loaded.value.letters.length && !loaded.value.next
  return (
    <section className={shared.shelf} aria-busy={loaded.is === 'loading'}>
      <div className={listStyles.top}>
        <Title>Mis cartas</Title>
        {!isOnlyPaid && (
          <div className={styles.leads}>
            <ButtonLink kind="secondary" href="/address-book">
              Libreta de direcciones
            </ButtonLink>
            <ButtonLink href="/write">Escribir una carta</ButtonLink>
          </div>
        )}
      </div>
      {isOnlyPaid && <Notice kind="info">{onlyPaidLetters}</Notice>}
      {!(isEmpty && !isFiltered) && <SearchForm onSearch={onSearch} />}
      {loaded.is === 'loading' && <Loading>Cargando sus cartas...</Loading>}
      {loaded.is === 'failed' && <Retry onRetry={onReload}>{loaded.detail}</Retry>}
      {isEmpty && (isFiltered ? <NoneFound /> : <NoneYet />)}
      {loaded.is === 'shown' && !isEmpty && (
        <Pages shown={loaded.value} isFiltered={isFiltered} onMore={onMore} onChange={onChange} />
      )}
    </section>
  )
}

const NoneYet = () => (
  <div className={listStyles.none}>
    <h2>Todavía no hay ninguna carta</h2>
    <p>Aquí verá cada carta que prepare: cómo va, las páginas que se imprimen y su recibo.</p>
  </div>
)
const NoneFound = () => (
  <p className={listStyles.none} role="status">
    Ninguna carta coincide con su búsqueda.
  </p>
)

function Pages({
  shown: { letters, added, next, more },
  isFiltered,
  onMore,
  onChange,
}: {
  shown: Letters
  isFiltered: boolean
  onMore: () => void
  onChange: (letters: readonly LetterSummary[]) => void
}) {
  // The button keeps the focus while there is more; with the last page it goes, and the focus to what it brought.
  const takesFocus = added && !next ? letters[letters.length - added] : undefined
  const rowOf = (letter: LetterSummary) => (
    <Row key={letter.id} letter={letter} ref={letter === takesFocus ? takeLostFocus : undefined} />
  )

  return (
    <>
      <ul className={listStyles.list}>
        {groupsOf(letters, isFiltered).flatMap((group) =>
          group.order ? (
            <li key={group.order.id} className={styles.order}>
              <div className={styles.whole}>
                <h2>{orderWords(group.order)}</h2>
                {group.letters.some(({ state }) => state === 'frozen') && (
                  <PayOrder group={{ ...group, order: group.order }} onChange={onChange} />
                )}
              </div>
              <ul className={listStyles.list}>{group.letters.map(rowOf)}</ul>
            </li>
          ) : (
            group.letters.map(rowOf)
          ),
        )}
      </ul>
      <p role="status" className="visually-hidden">
        {added > 0 && `${count(added, 'carta más', 'cartas más')}; ${letters.length} en total.`}
      </p>
      {typeof more === 'object' && <Notice kind="error">{more.failed}</Notice>}
      {next && (
        <Button kind="secondary" className={styles.more ?? ''} disabled={more === 'busy'} onClick={onMore}>
          {isFiltered ? 'Buscar en cartas anteriores' : 'Ver más'}
        </Button>
      )}
    </>
  )
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

function Row({ letter, ref }: { letter: LetterSummary; ref: Ref<HTMLAnchorElement> | undefined }) {
  const today = useToday()
  const closed = useClosedDays()
  const written = longDate(madridDay(new Date(letter.createdAt)))
  return (
    <li className={styles.row}>
      {letter.recipient && <FirstPage id={letter.id} hash={letter.hash} />}
      <Link
        ref={ref}
        id={`carta-${letter.id}`}
        href={`/my-letters?carta=${letter.id}`}
        className={styles.open}
      >
        <span className={styles.recipient}>{letter.recipient || unnamed[letter.access]}</span>
        <span className={styles.where}>
          {letter.city && `${letter.city} · `}
          {written}
        </span>
      </Link>
      <StateTag state={letter.state} className={styles.tag} />
      <p className={styles.sentence}>
        {today && stateSentence(letter, { today, closed })} {cancelHint(letter)}
      </p>
      {letter.state === 'frozen' && (
        <div className={styles.pay}>
          <PayButton id={letter.id} kind="secondary" describedBy={`carta-${letter.id}`} />
        </div>
      )}
    </li>
  )
}
