import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import type { Keeping } from '../drafts/draft-state.ts'
import type { EditorSession } from '../drafts/editor-session.ts'
import { useAccountProblem, useKeeping } from '../drafts/use-editor-session.ts'
import { useSignedIn } from '../session.ts'
import styles from './drafts-line.module.css'
import type { Erased } from './erase-dialog.tsx'
import { useLazy } from '../ui/use-lazy.ts'

/** It asks the person, who came to write; Chromium and Safari decide by themselves. */
const isFirefox = () => CSS.supports('-moz-appearance: none')

/** Else it may go one day; in Safari after seven without a visit. */
async function keepsForGood(): Promise<boolean> {
  // Some private windows have none.
  const storage = navigator.storage as StorageManager | undefined
  const answer = isFirefox() ? storage?.persisted() : storage?.persist()
  return (await answer?.catch(() => false)) ?? false
}

/** Whether the browser may erase by itself what it keeps; it is asked not to once there is something to keep. */
function useMayBeErased(hasWords: boolean): boolean {
  const [mayBe, setMayBe] = useState(false)
  useEffect(() => {
    if (hasWords) void keepsForGood().then((isKept) => setMayBe(!isKept))
  }, [hasWords])
  return mayBe
}

const words = {
  'nothing-yet': '',
  kept: 'Guardado en este equipo',
  'in-account': 'Guardado en este equipo y en su cuenta',
  apart: 'Guardado en este equipo, las imágenes aparte',
  unkept: 'Sin guardar en este equipo',
} satisfies Record<Keeping, string>

/** Below the letter: how it is kept, said only when that changes, and the way to erase it. */
export function DraftsLine({
  session,
  onErased,
  children,
}: {
  session: EditorSession | undefined
  onErased: () => void
  /** What else may be done with the letter there. */
  children: ReactNode
}) {
  const keeping = useKeeping(session)
  const problem = useAccountProblem(session)
  const isSignedIn = useSignedIn()
  const mayBeErased = useMayBeErased(keeping !== 'nothing-yet')
  const isOnlyHere = keeping === 'kept' || keeping === 'apart'
  const [done, setDone] = useState('')
  const { Loaded, open, close } = useLazy(() => import('./erase-dialog.tsx'))

  function erased(where: Erased) {
    flushSync(close) // the dialog gives the focus back to its button first
    onErased()
    setDone(`Se ha borrado el borrador de este equipo${where === 'everywhere' ? ' y de su cuenta' : ''}.`)
    session?.editor.focus()
  }
  return (
    <div className={styles.line}>
      <p role="status" className={styles.status} data-keeping={keeping}>
        {keeping === 'nothing-yet' ? done : words[keeping]}
        {isOnlyHere && problem && `. Los últimos cambios no están en su cuenta. ${problem}`}
      </p>
      <span className={styles.acts}>
        {children}
        <button type="button" className={`${styles.act} ${styles.erase}`} disabled={!session} onClick={open}>
          Borrar borrador
        </button>
      </span>
      {!isSignedIn && (
        <p className={styles.erasable} data-is-so={mayBeErased && isOnlyHere}>
          El navegador puede borrarlo si pasa unos días sin visitarnos.{' '}
          <Link href="/login">Inicie sesión</Link> y quedará también en su cuenta.
        </p>
      )}
      {Loaded && session && <Loaded session={session} onErased={erased} onClose={close} />}
    </div>
  )
}
