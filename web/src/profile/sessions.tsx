import { useState } from 'react'
import { longDate, madridDay } from '@lacre/letter/days.ts'
import { detailOf } from '../api.ts'
import { useLoaded } from '../use-loaded.ts'
import { Button } from '../ui/button.tsx'
import { Loading } from '../ui/display/loading.tsx'
import { Notice } from '../ui/notice.tsx'
import { Retry } from '../ui/retry.tsx'
import { endSession, sessions } from './data-calls.ts'
import styles from './profile.module.css'

const fallback = 'No se han podido cargar sus sesiones.'

async function readSessions() {
  const answer = await sessions()
  return answer.ok
    ? { ok: true as const, body: answer.body.sessions }
    : { ...answer, detail: answer.detail ?? fallback }
}

/** Where one is signed in (design.md#sessions). */
export function Sessions() {
  const { loaded, reload } = useLoaded(readSessions, '')
  const [isBusy, setBusy] = useState(false)
  const [told, tell] = useState<{ kind: 'success' | 'error'; says: string }>()

  async function end(id?: string) {
    setBusy(true)
    const answer = await endSession(id)
    setBusy(false)
    if (!answer.ok) return tell({ kind: 'error', says: detailOf(answer) })
    tell({ kind: 'success', says: answer.body.message })
    reload()
  }
  return (
    <>
      <h2>Sesiones</h2>
      {told && (
        <Notice kind={told.kind} takesFocus>
          {told.says}
        </Notice>
      )}
      {loaded.is === 'loading' && <Loading>Cargando...</Loading>}
      {loaded.is === 'failed' && <Retry onRetry={reload}>{loaded.detail}</Retry>}
      {loaded.is === 'shown' && (
        <ul className={styles.sessions} aria-label="Sesiones abiertas">
          {loaded.value.map(({ id, browser, since, isCurrent }) => (
            <li key={id}>
              <p>
                {browser}
                {isCurrent && <strong> · esta sesión</strong>}
                <br />
                Desde el {longDate(madridDay(new Date(since)))}
              </p>
              {!isCurrent && (
                <Button kind="quiet" disabled={isBusy} onClick={() => void end(id)}>
                  Cerrar <span className="visually-hidden">la sesión de {browser}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {loaded.is === 'shown' && loaded.value.length > 1 && (
        <Button kind="secondary" disabled={isBusy} onClick={() => void end()}>
          Cerrar todas las demás
        </Button>
      )}
    </>
  )
}
