import { type Day, leavesOn } from '@lacre/letter/days.ts'
import { chooseDateLine, printedDateLine, settleDateLine } from '@lacre/letter/looks/date-line.ts'
import { beginsWithDate } from '../editor/own-date.ts'
import type { Language } from '@lacre/letter/looks/languages.ts'
import { settings } from '@lacre/letter/looks/looks.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { EditorSession } from '../drafts/editor-session.ts'
import { watchLanguage } from '../editor/language.ts'
import { lookVariables } from '../editor/looks.ts'
import { keepLooks } from '../editor/kept-looks.ts'
import { useLazy } from '../ui/use-lazy.ts'
import { useClosedDays } from '../use-config.ts'
import type { Addresses } from '../drafts/kept-addresses.ts'
import styles from './date-line.module.css'
import { keptDay, watchDay } from './kept-day.ts'
import { useLooks } from './use-looks.ts'

const ownDate = 'Su texto ya lleva fecha: no se imprime otra'

/** The date line, where and as it will be printed; a button that changes it (design/paper.md#date-line). */
export function DateLine({
  session,
  addresses,
  today,
}: {
  session: EditorSession | undefined
  addresses: Addresses | undefined
  today: Day | undefined
}) {
  const looks = useLooks()
  const { found, isDated } = useText(session)
  const closed = useClosedDays()
  const kept = useSyncExternalStore(watchDay, keptDay, () => null)
  const dialog = useLazy(() => import('./date-line-dialog.tsx'))
  if (!session || !addresses || !today) return <div className={styles.place} />

  const planned = kept && kept > today ? kept : null
  const { dateLine, language, style } = looks
  const chosen = chooseDateLine(dateLine, { isDated, isPlanned: !!planned }) ?? {}
  const on = { postOn: planned, today, closed }
  const city = addresses.originAddress.city
  const line = printedDateLine(settleDateLine(chosen, on) ?? {}, {
    language: language ?? found,
    city,
    today,
  })
  const none = isDated && !dateLine?.day ? ownDate : 'Sin fecha'
  return (
    <div className={styles.place} style={lookVariables(looks)}>
      <div className={styles.line}>
        <button
          type="button"
          className={line ? styles.date : styles.none}
          data-slanted={settings[style].hasItalics || undefined}
          onClick={dialog.open}
        >
          <span className="visually-hidden">Fecha de la carta: </span>
          <span lang={line ? (language ?? found) : undefined} aria-live="polite">
            {line || none}
          </span>
        </button>
      </div>
      {dialog.Loaded && (
        <dialog.Loaded
          chosen={chosen}
          kept={dateLine}
          city={city}
          today={today}
          leaves={planned && leavesOn(planned, closed)}
          onChoose={(next) => keepLooks({ ...looks, dateLine: next })}
          onClose={dialog.close}
        />
      )}
    </div>
  )
}

/** Language of the text and whether it has its own date, after each pause in writing. */
function useText(session: EditorSession | undefined) {
  const [text, setText] = useState<{ found: Language; isDated: boolean }>({ found: 'es', isDated: false })
  useEffect(() => {
    if (!session) return undefined
    const { editor } = session
    return watchLanguage(editor, (found, html) => setText({ found, isDated: beginsWithDate(html) }))
  }, [session])
  return text
}
