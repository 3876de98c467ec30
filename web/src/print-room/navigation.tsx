import { Link } from 'wouter'
import type { PrintRoomOverview } from '@lacre/letter/print-room/calls.ts'
import styles from './console.module.css'
import { ShortcutHelp } from './keyboard/shortcut-help.tsx'
import { addresses, type View } from './view/use-view.ts'

const entries = [
  { view: 'today', label: 'Hoy', keys: 'h' },
  { view: 'scan', label: 'Escanear', keys: 'F2 /' },
  { view: 'find', label: 'Buscar', keys: 'l' },
  { view: 'people', label: 'Necesitan a una persona', keys: 'n' },
  { view: 'office', label: 'Oficina', keys: 'o' },
  { view: 'record', label: 'Registro', keys: 'r' },
] as const

/** The console's own navigation, with how much waits for a person, and who is working here. */
export function Navigation({
  view,
  overview: { operator, needsPerson, concerns },
}: {
  view: View
  overview: Pick<PrintRoomOverview, 'operator' | 'needsPerson' | 'concerns'>
}) {
  const waiting = Math.max(needsPerson, concerns)
  return (
    <div className={styles.bar}>
      <nav aria-label="Imprenta">
        <ul>
          {entries.map(({ view: name, label, keys }) => (
            <li key={name}>
              <Link
                href={addresses[name]}
                aria-current={view.is === name ? 'page' : undefined}
                aria-keyshortcuts={keys}
              >
                {label}
                {name === 'people' && waiting > 0 && <span className={styles.badge}>{waiting}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <p className={styles.who}>
        {operator.name}
        {operator.isSupervisor && ' · responsable'}
      </p>
      <ShortcutHelp />
    </div>
  )
}
