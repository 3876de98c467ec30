import { keptFor } from '@lacre/letter/kept-for.ts'
import { durationWords } from '@lacre/letter/words.ts'
import { Actions } from '../ui/display/actions.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EnvelopeIcon, NibIcon, SealIcon } from '../ui/icons.tsx'
import { WaxSeal } from '../ui/wax-seal.tsx'
import styles from './landing.module.css'
import { LeftBehind } from './left-behind.tsx'
import { Stationery } from './stationery.tsx'

const features = [
  {
    Icon: NibIcon,
    title: 'Editor Intuitivo',
    text: 'Una hoja en blanco y nada que distraiga: títulos, listas y fotos cuando los necesite, y lo que ve es lo que se imprime.',
  },
  {
    Icon: EnvelopeIcon,
    title: 'Envío Garantizado',
    text: 'Imprimimos su carta en papel, la metemos en un sobre y la llevamos a Correos para que llegue a cualquier dirección de España.',
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

export default function Landing() {
  return (
    <>
      <LeftBehind />
      <section className={styles.hero}>
        <div>
          <h1 className={styles.title}>
            Envía cartas personales de forma <em>fácil y rápida</em>
          </h1>
          <p className={styles.lead}>
            Escriba en la pantalla lo que merece llegar en papel. Lo imprimimos, lo cerramos y lo enviamos por
            correo a cualquier dirección de España.
          </p>
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
        <ul className={styles.features}>
          {features.map(({ Icon, title, text }) => (
            <li key={title} className={styles.feature}>
              <span className={styles.featureIcon}>
                <Icon size={30} />
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section className={styles.how} aria-labelledby="como-funciona">
        <h2 id="como-funciona">Cómo funciona</h2>
        <ol className={styles.steps}>
          {steps.map(({ title, text }) => (
            <li key={title} className={styles.step}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className={styles.closing} aria-labelledby="empezar">
        <WaxSeal size={80} />
        <h2 id="empezar">Hay alguien que abriría esa carta</h2>
        <p>La primera línea es la más difícil. Las demás vienen solas.</p>
        <ButtonLink href="/write">Comenzar ahora</ButtonLink>
      </section>
    </>
  )
}
