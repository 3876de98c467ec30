import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link } from 'wouter'
import { Button } from '../../ui/button.tsx'
import { Part } from '../view/part.tsx'
import styles from '../view/view.module.css'
import { Heading } from '../view/heading.tsx'
import scanStyles from './scan.module.css'
import { addressOfLetter } from '../view/use-view.ts'
import type { Ended, Scanner, Scanning } from './use-scanner.ts'
import { letterName, sheetNumbers } from '../words/words.ts'

/** `Escanear`: every sheet of a letter passes here before its envelope is closed (design.md#every-sheet-is-scanned). */
export function Scan({ scanner: { scanning, scan, startAgain } }: { scanner: Scanner }) {
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)

  // Here it stays, also when a sheet was scanned while the focus was elsewhere.
  useEffect(() => {
    if (!scanning.isBusy) field.current?.focus()
  }, [scanning.isBusy])

  function submit(event: FormEvent) {
    event.preventDefault()
    const read = code.trim().toLowerCase()
    setCode('')
    if (read) scan(read)
  }
  function again() {
    startAgain()
    field.current?.focus()
  }
  return (
    <>
      <Heading title="Escanear" takesFocus={false} />
      <form className={scanStyles.form} onSubmit={submit}>
        <label htmlFor="codigo">Código de la hoja</label>
        <div className={scanStyles.field}>
          <input
            ref={field}
            id="codigo"
            value={code}
            onChange={({ target }) => setCode(target.value)}
            onKeyDown={({ key }) => key === 'Escape' && again()}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={60}
            aria-describedby="codigo-ayuda"
            placeholder="3f2a9c1d7b4e.1.2"
          />
          <Button type="submit" kind="secondary">
            Leer
          </Button>
        </div>
        <p id="codigo-ayuda" className={styles.soft}>
          Escanee todas las hojas de una carta, una tras otra. Cuando están todas, la carta queda ensobrada y
          la siguiente hoja empieza la siguiente.
        </p>
      </form>
      <ScanMessage scanning={scanning} onAgain={again} />
      {scanning.ended.length > 0 && <EndedSets ended={scanning.ended} />}
    </>
  )
}

/** In letters one reads from the table where the envelopes are; what is wrong interrupts. */
function ScanMessage({
  scanning: { set, words, isBusy },
  onAgain,
}: {
  scanning: Scanning
  onAgain: () => void
}) {
  const tone = words?.tone ?? 'calm'
  const text = words && (
    <>
      <strong className={scanStyles.headline}>{words.headline}</strong>
      <span className={scanStyles.detail}>{words.detail}</span>
    </>
  )
  return (
    <div className={`${scanStyles.message} ${scanStyles[tone]}`} aria-busy={isBusy}>
      <div role="status">{tone !== 'loud' && (text ?? <Ready />)}</div>
      <div role="alert">{tone === 'loud' && text}</div>
      {set.is === 'collecting' && (
        <>
          <ol className={scanStyles.sheets} aria-label={`Hojas de la carta ${letterName(set.letter)}`}>
            {sheetNumbers(set.sheets).map((sheet) => (
              <li key={sheet} data-seen={set.seen.includes(sheet) || undefined}>
                {sheet}
                <span className="visually-hidden">{set.seen.includes(sheet) ? ' está' : ' falta'}</span>
              </li>
            ))}
          </ol>
          <Button kind="secondary" onClick={onAgain}>
            Dejarla y empezar otra (Esc)
          </Button>
        </>
      )}
    </div>
  )
}

const Ready = () => <span className={scanStyles.detail}>Listo para la primera hoja.</span>

const EndedSets = ({ ended }: { ended: Ended[] }) => (
  <Part id="hechas" title="Últimas">
    <ul className={scanStyles.ended}>
      {ended.map(({ key, letter, isEnclosed, words }) => (
        <li key={key}>
          <Link href={addressOfLetter(letter.id)}>{letterName(letter)}</Link>{' '}
          <span className={isEnclosed ? styles.done : styles.refused}>{words}</span>
        </li>
      ))}
    </ul>
  </Part>
)
