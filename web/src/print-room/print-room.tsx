import type { PrintRoomOverview } from '@lacre/letter/print-room/calls.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { NotFound } from '../layout/error-page.tsx'
import { useAnswer } from '../queries.ts'
import { ComesLate, Title, useDocumentTitle } from '../ui/display.tsx'
import { keepFocus } from '../ui/take-focus.ts'
import { useRequiredSession } from '../use-sign-in.ts'
import { queryKey, live, LiveData } from './actions.tsx'
import { Batch } from './batch.tsx'
import { readOverview } from './calls.ts'
import styles from './console.module.css'
import { FactorDialog } from './factor.tsx'
import { Find } from './find.tsx'
import { Letter } from './letter.tsx'
import { Office } from './office.tsx'
import { People } from './people.tsx'
import { Record } from './record.tsx'
import { Scan, useKeyboardScanner, useScanner } from './scan.tsx'
import { Today } from './today.tsx'
import { addresses, Heading, useView, type View } from './view.tsx'

/** `Imprenta`, for operators; others see the page for unknown addresses (design/print-room.md#operators-only). */
export default function PrintRoom() {
  const session = useRequiredSession('/print-room')
  return (
    <ComesLate>
      {session ? (
        <>
          <Console key={session} />
          <FactorDialog />
        </>
      ) : (
        <Title>Imprenta</Title>
      )}
    </ComesLate>
  )
}

const entries = [
  { view: 'today', label: 'Hoy' },
  { view: 'scan', label: 'Escanear' },
  { view: 'find', label: 'Buscar' },
  { view: 'people', label: 'Incidencias' },
  { view: 'office', label: 'Oficina' },
  { view: 'record', label: 'Registro' },
] as const

/** Navigation with the number of open issues and the operator's name. */
function Navigation({
  view,
  overview: { operator, needsPerson, issues },
}: {
  view: View
  overview: Pick<PrintRoomOverview, 'operator' | 'needsPerson' | 'issues'>
}) {
  const waiting = Math.max(needsPerson, issues)
  return (
    <div className={`row ${styles.bar}`}>
      <nav aria-label="Imprenta">
        <ul className="row">
          {entries.map(({ view: name, label }) => (
            <li key={name}>
              <Link href={addresses[name]} aria-current={view.is === name ? 'page' : undefined}>
                {label}
                {name === 'people' && waiting > 0 && (
                  <span className={`strong ${styles.badge}`}>{waiting}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p className="soft">
        {operator.name}
        {operator.isSupervisor && ' · responsable'}
      </p>
    </div>
  )
}

function Console() {
  const overview = useAnswer(queryKey('overview'), readOverview, live)
  if (overview.error?.refused.code === 'not-operator') return <Stranger />
  return (
    <section ref={keepFocus} className={`stack parts ${styles.console}`} aria-label="Imprenta">
      {overview.data ? (
        <Views overview={overview} shown={overview.data} />
      ) : (
        <>
          <Heading title="Imprenta" takesFocus={false} />
          <LiveData query={overview} loading="Cargando la imprenta...">
            {() => null}
          </LiveData>
        </>
      )}
    </section>
  )
}

function Stranger() {
  useDocumentTitle('Esta página no existe')
  return <NotFound />
}

function Views({
  overview,
  shown,
}: {
  overview: UseQueryResult<PrintRoomOverview>
  shown: PrintRoomOverview
}) {
  const view = useView()
  const [, navigate] = useLocation()
  const scanner = useScanner()

  // A scan in any view opens the scan view.
  useKeyboardScanner((code) => {
    navigate(addresses.scan)
    scanner.scan(code)
  })

  return (
    <>
      <Navigation view={view} overview={shown} />
      {view.is === 'today' && <Today overview={overview} />}
      {view.is === 'scan' && <Scan scanner={scanner} />}
      {view.is === 'find' && <Find />}
      {view.is === 'people' && <People />}
      {view.is === 'office' && <Office />}
      {view.is === 'record' && <Record />}
      {view.is === 'batch' && <Batch key={view.batch} name={view.batch} />}
      {view.is === 'letter' && <Letter key={view.id} id={view.id} />}
    </>
  )
}
