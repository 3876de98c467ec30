import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { PrintRoomOverview } from '@lacre/letter/print-room/calls.ts'
import type { Refused } from '../api.ts'
import { Batch } from './batches/batch.tsx'
import { readOverview } from './data/calls.ts'
import styles from './console.module.css'
import { ConsoleProvider } from './data/console-context.ts'
import { Find } from './letters/find.tsx'
import { Heading } from './view/heading.tsx'
import { Letter } from './letters/letter.tsx'
import { Navigation } from './navigation.tsx'
import { Office } from './office/office.tsx'
import { People } from './concerns/people.tsx'
import { Record } from './record/record.tsx'
import { Scan } from './scan/scan.tsx'
import { useShortcuts } from './keyboard/shortcuts.ts'
import { LiveData } from './data/live-data.tsx'
import { Today } from './batches/today.tsx'
import { keepFocus } from './view/keep-focus.ts'
import { useLive, type Live } from './data/use-live.ts'
import { useScanner } from './scan/use-scanner.ts'
import { addresses, useView } from './view/use-view.ts'

/** The console of the print room: one view at a time, and around it what concerns all of them. */
export function Console({
  redirectIfUnauthorized,
}: {
  redirectIfUnauthorized: (refused: Refused) => boolean
}) {
  const { live, reload } = useLive(readOverview, '', redirectIfUnauthorized)
  return (
    <section ref={keepFocus} className={styles.console} aria-label="Imprenta">
      {live.is !== 'shown' && <Heading title="Imprenta" takesFocus={false} />}
      {live.is === 'shown' ? (
        <Views live={live} reload={reload} redirectIfUnauthorized={redirectIfUnauthorized} />
      ) : (
        <LiveData live={live} loading="Cargando la imprenta..." onReload={reload}>
          {() => null}
        </LiveData>
      )}
    </section>
  )
}

function Views({
  live,
  reload,
  redirectIfUnauthorized,
}: {
  live: Extract<Live<PrintRoomOverview>, { is: 'shown' }>
  reload: () => void
  redirectIfUnauthorized: (refused: Refused) => boolean
}) {
  const view = useView()
  const [, navigate] = useLocation()
  const shared = useMemo(
    () => ({ redirectIfUnauthorized, refresh: reload }),
    [redirectIfUnauthorized, reload],
  )

  const scanner = useScanner(shared)

  // A sheet scanned anywhere is a sheet scanned there.
  useShortcuts((code) => {
    navigate(addresses.scan)
    scanner.scan(code)
  })

  return (
    <ConsoleProvider value={shared}>
      <Navigation view={view} overview={live.value} />
      {view.is === 'today' && <Today live={live} onReload={reload} />}
      {view.is === 'scan' && <Scan scanner={scanner} />}
      {view.is === 'find' && <Find />}
      {view.is === 'people' && <People />}
      {view.is === 'office' && <Office />}
      {view.is === 'record' && <Record />}
      {view.is === 'batch' && <Batch key={view.batch} name={view.batch} />}
      {view.is === 'letter' && <Letter key={view.id} id={view.id} />}
    </ConsoleProvider>
  )
}
