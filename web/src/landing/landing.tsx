import { arrivalFor } from '@lacre/letter/days.ts'
import { keptFor } from '@lacre/letter/kept-for.ts'
import { inEuros } from '@lacre/letter/price/money.ts'
import { durationWords } from '@lacre/letter/words.ts'
import { comingDate } from '../coming-day.ts'
import { useState } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Actions } from '../ui/display.tsx'
import { EnvelopeIcon, NibIcon, SealIcon } from '../ui/icons.tsx'
import airmailStyles from '../ui/airmail.module.css'
import { Notice } from '../ui/notice.tsx'
import { takeLostFocus } from '../ui/take-focus.ts'
import { WaxSeal } from '../ui/wax-seal.tsx'
import { useClosedDays, usePrice } from '../use-config.ts'
import { useToday } from '../use-today.ts'
import styles from './landing.module.css'
import samplePage from './sample-page.webp'
import stationeryStyles from './stationery.module.css'

/** A letter and its window envelope. Decoration. */
function Stationery() {
  return (
    <div className={stationeryStyles.scene} aria-hidden="true">
      <div className={stationeryStyles.letter}>
        <p className={stationeryStyles.date}>Málaga, 4 de mayo</p>
        <p className={stationeryStyles.salute}>Querida abuela:</p>
        <p>
          Me preguntaste por teléfono cómo es la casa nueva y te dije que bien. Pero hay que contarla
          despacio: por la mañana la luz entra hasta la cocina…
        </p>
        <p className={stationeryStyles.faint}>
          Las macetas que me diste ya han echado hojas, y en la ventana
        </p>
      </div>
      <div className={stationeryStyles.pocket}>
        <p className={stationeryStyles.paid}>Franqueo pagado</p>
        <p className={stationeryStyles.window}>
          Rosa Vega Prieto
          <br />
          Calle Mayor 12, 2.º B
          <br />
          42001 Soria
        </p>
      </div>
    </div>
  )
}

type State = 'offered' | 'asking' | 'busy' | 'erased' | 'failed'

/** After logging out: offers to erase drafts from a shared device (design/writing.md#after-logging-out). */
function LeftBehind() {
  const arrival = useHistoryState<{ hasLoggedOut?: true } | null>()
  const [state, setState] = useState<State>('offered')
  if (state === 'offered' && !arrival?.hasLoggedOut) return null

  async function erase() {
    setState('busy')
    const { eraseHere } = await import('./erase-here.ts').catch(() => ({
      eraseHere: () => 'failed' as const,
    }))
    const end = await eraseHere()
    setState(end)
    // A reload keeps the history state and would offer it again.
    if (end === 'erased') history.replaceState(null, '')
  }
  if (state === 'erased')
    return (
      <Notice kind="success" takesFocus>
        Se han borrado de este equipo los borradores, con las firmas que llevaran, y las direcciones. Lo que
        guardó en su cuenta, también su firma, sigue en ella.
      </Notice>
    )
  if (state === 'failed')
    return (
      <Notice kind="error" takesFocus>
        No se ha podido borrar todo. Borre los datos de este sitio en los ajustes del navegador.
      </Notice>
    )
  return (
    <p className="soft">
      {state === 'offered' ? (
        <>
          Ha cerrado la sesión. ¿Otras personas usan este equipo?{' '}
          <Button kind="quiet" onClick={() => setState('asking')}>
            Borrar de él borradores y direcciones
          </Button>
        </>
      ) : (
        <>
          Se borrarán de este equipo para siempre, con la firma que lleve su carta. Lo que guardó en su cuenta
          sigue en ella.{' '}
          <Button kind="quiet" ref={takeLostFocus} isBusy={state === 'busy'} onClick={() => void erase()}>
            Borrar
          </Button>
          <Button kind="quiet" onClick={() => setState('offered')}>
            Cancelar
          </Button>
        </>
      )}
    </p>
  )
}

const features = [
  {
    Icon: NibIcon,
    title: 'Editor Intuitivo',
    text: 'Una hoja en blanco y nada que distraiga: títulos, listas y fotos cuando los necesite, y lo que ve es lo que se imprime.',
  },
  {
    Icon: EnvelopeIcon,
    title: 'Envío Garantizado',
    text: 'Imprimimos su carta en papel, la metemos en su sobre y la llevamos a Correos para que llegue a cualquier dirección de España.',
  },
  {
    Icon: SealIcon,
    title: '100% Seguro',
    text: `Su carta es secreta: se guarda cifrada, se imprime tal cual la pagó y se borra ${durationWords(keptFor.posted)} después de enviarla.`,
  },
]

const steps = [
  {
    title: 'Escriba su carta',
    text: 'En el editor, sin crear una cuenta y a su ritmo: el texto se guarda solo.',
  },
  {
    title: 'Ponga la dirección',
    text: 'Indique la dirección de destino y la suya; el sobre sale con las dos.',
  },
  { title: 'Pague, y listo', text: 'Con tarjeta, sin suscripciones. Nosotros hacemos el resto.' },
]

/** Price and arrival; its place is reserved until the price is known. */
function Offer() {
  const today = useToday()
  const price = usePrice(today)
  const closed = useClosedDays()
  if (!today || !price) return <p className={styles.promise} />
  return (
    <p className={styles.promise}>
      <strong>{inEuros(price.total)}, todo incluido.</strong> Escrita ahora, llega hacia el{' '}
      {comingDate(arrivalFor(null, today, closed), today).replace('el ', '')}.
    </p>
  )
}

export default function Landing() {
  return (
    <>
      <LeftBehind />
      <section className={`stack ${styles.hero}`}>
        <div>
          <h1 className={styles.title}>
            Envía cartas personales de forma <em>fácil y rápida</em>
          </h1>
          <p className={`quiet ${styles.lead}`}>
            Lo que merece llegar en papel: se escribe aquí, lo imprimimos, lo metemos en su sobre y Correos lo
            lleva a cualquier dirección de España.
          </p>
          <Offer />
          <Actions at="start" className={styles.actions}>
            <ButtonLink href="/write">Comenzar a escribir</ButtonLink>
            <ButtonLink href="/register" kind="secondary">
              Crear una cuenta
            </ButtonLink>
          </Actions>
        </div>
        <Stationery />
      </section>

      <section aria-labelledby="ventajas">
        <h2 id="ventajas" className="visually-hidden">
          Por qué Lacre
        </h2>
        <ul className={`stack ${styles.thirds} ${styles.features}`}>
          {features.map(({ Icon, title, text }) => (
            <li key={title} className={`sheet ${airmailStyles.airmail} ${styles.feature}`}>
              <span className={styles.featureIcon}>
                <Icon size={30} />
              </span>
              <h3>{title}</h3>
              <p className="quiet">{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section className={styles.how} aria-labelledby="como-funciona">
        <h2 id="como-funciona">Cómo funciona</h2>
        <ol className={`stack ${styles.thirds} ${styles.steps}`}>
          {steps.map(({ title, text }) => (
            <li key={title} className={styles.step}>
              <h3>{title}</h3>
              <p className="quiet">{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <figure className={`stack centred ${styles.sample}`}>
        <img
          src={samplePage}
          width={700}
          height={990}
          loading="lazy"
          alt="Una página impresa: el remite, la dirección en su sitio, la fecha y una carta que empieza «Querida abuela:»."
        />
        <figcaption className="quiet">
          Una página de verdad, tal como sale de nuestra imprenta y llega al buzón.
        </figcaption>
      </figure>

      <section className={`list sheet centred ${styles.closing}`} aria-labelledby="empezar">
        <WaxSeal size={80} />
        <h2 id="empezar">Hay alguien que abriría esa carta</h2>
        <p className="quiet">La primera línea es la más difícil. Las demás vienen solas.</p>
        <ButtonLink href="/write">Comenzar ahora</ButtonLink>
      </section>
    </>
  )
}
