import type { LetterDetail } from '@lacre/letter/calls.ts'
import { longDate, madridDay, arrivalFor, leavesOn, postingDay } from '@lacre/letter/days.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Actions } from '../ui/display/actions.tsx'
import { Fact, Facts } from '../ui/display/facts.tsx'
import { orderWords, untilWords } from '@lacre/letter/words.ts'
import { useClosedDays } from '../use-config.ts'
import { SealedEnvelope } from './sealed-envelope.tsx'
import styles from './success.module.css'
import { usePaidLetter } from './use-paid-letter.ts'

/** The texts of the specification, and what one would like to know of the letter that was just paid. */
export function Done({ letterId }: { letterId: string | undefined }) {
  const letter = usePaidLetter(letterId)
  return (
    <section className={styles.card}>
      <SealedEnvelope />
      <h1>¡Pedido realizado con éxito!</h1>
      <p>Su carta se está procesando y se enviará pronto.</p>
      <p>Le avisaremos por correo electrónico cuando cambie su estado.</p>
      {letterId && (
        <div className={styles.letter} aria-live="polite">
          {letter?.paidAt && <Paid letter={letter} paidAt={letter.paidAt} />}
        </div>
      )}
      <Actions at="center" className={styles.actions}>
        {letterId && (
          <ButtonLink kind="secondary" href={`/my-letters?carta=${letterId}`}>
            Ver la carta
          </ButtonLink>
        )}
        <ButtonLink href="/write">Escribir otra carta</ButtonLink>
      </Actions>
    </section>
  )
}

function Paid({ letter, paidAt }: { letter: LetterDetail; paidAt: string }) {
  const { destination, cancellable, cancelUntil, now, order } = letter
  const closed = useClosedDays()
  const paidOn = madridDay(new Date(paidAt))
  const chosen = postingDay(letter.postOn)
  const until = cancelUntil
    ? `Hasta ${untilWords(new Date(cancelUntil), new Date(now))}`
    : `Hasta que empecemos a ${order ? 'imprimirlas' : 'imprimirla'}`
  return (
    <Facts values="apart">
      <Fact name="Destinatario">
        {destination.name}, {destination.city}
        {order && ` y ${order.letters - 1} más`}
      </Fact>
      {order && <Fact name="Cartas">{orderWords(order)}</Fact>}
      {chosen && chosen > paidOn && <Fact name="Sale">{longDate(leavesOn(chosen, closed))}</Fact>}
      <Fact name="Fecha estimada de llegada">{longDate(arrivalFor(chosen, paidOn, closed))}</Fact>
      {cancellable && <Fact name={order ? 'Puede cancelarlas' : 'Puede cancelarla'}>{until}</Fact>}
    </Facts>
  )
}
