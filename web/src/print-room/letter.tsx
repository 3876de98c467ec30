import { day, longDate } from '@lacre/letter/days.ts'
import { orderNumber } from '@lacre/letter/order-number.ts'
import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import { letterCode } from '@lacre/letter/print-room/names.ts'
import { count, stateNames } from '@lacre/letter/words.ts'
import { Link } from 'wouter'
import { queries, useAnswer } from '../queries.ts'
import { BackLink, Fact, Facts, Timeline } from '../ui/display.tsx'
import { readCard } from './calls.ts'
import { LetterActions } from './letter-actions.tsx'
import { queryKey, live, LiveData } from './actions.tsx'
import { SettleButton } from './people.tsx'
import styles from './view.module.css'
import { addresses, addressOfBatch, addressOfLetter, Heading, Part, StateTag } from './view.tsx'
import {
  attemptStates,
  letterName,
  longWhen,
  nameIn,
  paymentWords,
  reasonWords,
  sheets,
  shortWhen,
} from './words.ts'

/** Names of steps, where they differ from the state. */
const names: Record<string, string> = {
  reprint: 'Se imprime otra vez',
  resume: 'Vuelve a la cola de impresión',
  doubt: 'En revisión: necesita a una persona',
}
const causes: Record<string, string> = {
  sender: 'Por quien la escribió',
  operator: 'Por la imprenta',
  'card-provider': 'Por el proveedor de pago',
  'expire-unpaid': 'Nadie la pagó a tiempo',
  'newer-version': 'Quien la escribió la cambió',
  restore: 'Al recuperar una copia de seguridad',
}

/** The steps of the letter, and its printings. */
function LetterHistory({ letter: { steps, attempts } }: { letter: LetterCard }) {
  return (
    <div className={`stack ${styles.column}`}>
      <Part id="camino" title="Su camino">
        <Timeline
          steps={steps.map((step) => ({
            name: names[step.step] ?? stateNames[step.to],
            at: step.at,
            when: longWhen(step.at),
            cause: nameIn(causes, step.cause),
          }))}
        />
      </Part>
      {attempts.length > 0 && (
        <Part id="intentos" title="Impresiones">
          <ul className={`stack ${styles.attempts}`}>
            {attempts.map(({ attempt, state, reason, at, batch }) => (
              <li key={attempt}>
                <span className="strong">
                  Intento {attempt}: {attemptStates[state]}
                </span>
                <span className="soft">
                  {[batch, reason && reasonWords(reason, state === 'void'), shortWhen(at)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

/** Facts without content (design/privacy.md#figures-only). */
function LetterFacts({ letter }: { letter: LetterCard }) {
  return (
    <Facts values="beside">
      <Fact name="Pedido">{orderNumber(letter.id)}</Fact>
      <Fact name="Código de hoja">
        <span className={styles.code}>{letterCode(letter.id)}</span>
      </Fact>
      <Fact name="Código del documento">
        <span className={styles.code}>{letter.hash}</span>
      </Fact>
      <Fact name="Papel">
        {count(letter.pages, 'página', 'páginas')}, {sheets(letter.sheets)}
      </Fact>
      {letter.postOn && <Fact name="Día de envío">{longDate(day(letter.postOn))}</Fact>}
      <Fact name="Destino">
        {[letter.postalCode, letter.province].filter(Boolean).join(' ') || 'Borrado'}
      </Fact>
      <Fact name="Pago">{paymentWords(letter.payment)}</Fact>
      {letter.againOf && <Linked name="Segundo envío de" id={letter.againOf} />}
      {letter.again && <Linked name="Enviada otra vez" id={letter.again} />}
    </Facts>
  )
}

/** Links a returned letter and its second sending (design/letter.md#came-back). */
const Linked = ({ name, id }: { name: string; id: string }) => (
  <Fact name={name}>
    <Link href={addressOfLetter(id)} className={styles.code}>
      {letterCode(id)}
    </Link>
  </Fact>
)

/** The open issues of the letter, above everything else. */
function LetterIssues({ letter }: { letter: LetterCard }) {
  if (!letter.issues.length) return null
  return (
    <section className={`group start ${styles.card} ${styles.urgent}`} aria-labelledby="asuntos">
      <h2 id="asuntos" className="subtitle">
        Asuntos pendientes
      </h2>
      <ul className="stack">
        {letter.issues.map(({ id, kind, note, at }) => (
          <li key={id} className="group start">
            <p>
              {note || kind} <span className="soft">{longWhen(at)}</span>
            </p>
            <SettleButton id={id} what={note || kind} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One letter without its content (design/privacy.md#figures-only): state, history, actions. */
export function Letter({ id }: { id: string }) {
  const key = queryKey('letter', id)
  const query = useAnswer(key, () => readCard(id), live)
  const card = query.data
  return (
    <>
      <BackLink href={card?.batch ? addressOfBatch(card.batch) : addresses.today}>
        {card?.batch ? `Tanda ${card.batch}` : 'Hoy'}
      </BackLink>
      <Heading title={`Carta ${card ? letterName(card) : letterCode(id)}`}>
        {card && <StateTag state={card.state} isEnclosed={card.enclosedAt !== null} />}
      </Heading>
      <LiveData query={query} loading="Cargando la carta...">
        {(letter) => (
          <div className={`stack ${styles.halves}`}>
            <div className={`stack ${styles.column}`}>
              <LetterIssues letter={letter} />
              <LetterFacts letter={letter} />
              <LetterActions letter={letter} onChange={(changed) => queries.setQueryData(key, changed)} />
            </div>
            <LetterHistory letter={letter} />
          </div>
        )}
      </LiveData>
    </>
  )
}
