import { useMemo, useRef } from 'react'
import { useLocation } from 'wouter'
import type { PrintRoomOverview } from '@lacre/letter/print-room-calls.ts'
import type { Refused } from '../api.ts'
import { Batch } from './batch.tsx'
import { readOverview } from './calls.ts'
import styles from './console.module.css'
import { DoorContext } from './door.ts'
import { Find } from './find.tsx'
import { Heading } from './heading.tsx'
import { Letter } from './letter.tsx'
import { Navigation } from './navigation.tsx'
import { People } from './people.tsx'
import { Record } from './record.tsx'
import { Scan } from './scan.tsx'
import { useShortcuts } from './shortcuts.ts'
import { Shown } from './shown.tsx'
import { Today } from './today.tsx'
import { useFocusKept } from './use-focus-kept.ts'
import { useLive, type Live } from './use-live.ts'
import { useScanner } from './use-scanner.ts'
import { addresses, useView } from './use-view.ts'

/** The console of the print room: one view at a time, and around it what concerns all of them. */
export function Console({ ledAway }: { ledAway: (refused: Refused) => boolean }) {
  const { live, reload } = useLive(readOverview, '', ledAway)
  const place = useRef<HTMLElement>(null)
  useFocusKept(place)

  return (
    <section ref={place} className={styles.console} aria-label="Imprenta">
      {live.is !== 'shown' && <Heading title="Imprenta" takesFocus={false} />}
      {live.is === 'shown' ? (
        <Views live={live} reload={reload} ledAway={ledAway} />
      ) : (
        <Shown live={live} loading="Cargando la imprenta..." onReload={reload}>
          {() => null}
        </Shown>
      )}
    </section>
  )
}

function Views({
  live,
  reload,
  ledAway,
}: {
  live: Extract<Live<PrintRoomOverview>, { is: 'shown' }>
  reload: () => void
  ledAway: (refused: Refused) => boolean
}) {
  const view = useView()
  const [, navigate] = useLocation()
  const { isSupervisor } = live.value.operator
  const door = useMemo(() => ({ isSupervisor, ledAway, refresh: reload }), [isSupervisor, ledAway, reload])

  const scanner = useScanner(door)

  // A sheet scanned anywhere is a sheet scanned there.
  useShortcuts((mark) => {
    navigate(addresses.scan)
    scanner.scan(mark)
  })

  return (
    <DoorContext value={door}>
      <Navigation view={view} overview={live.value} />
      {view.is === 'today' && <Today live={live} onReload={reload} />}
      {view.is === 'scan' && <Scan scanner={scanner} />}
      {view.is === 'find' && <Find />}
      {view.is === 'people' && <People />}
      {view.is === 'record' && <Record />}
      {view.is === 'batch' && <Batch key={view.batch} name={view.batch} />}
      {view.is === 'letter' && <Letter key={view.id} id={view.id} />}
    </DoorContext>
  )
}
