import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Keeping } from '../drafts/draft-state.ts'
import type { EditorSession } from '../drafts/editor-session.ts'
import { useAccountProblem, useKeeping } from '../drafts/use-editor-session.ts'
import { useSignedIn } from '../session.ts'
import styles from './drafts-line.module.css'

/** `persist()` opens a prompt in Firefox; Chromium and Safari decide silently. */
const isFirefox = () => CSS.supports('-moz-appearance: none')

/** Asks for persistent storage. Without it Safari erases after seven days without a visit. */
async function isPersistent(): Promise<boolean> {
  // Some private windows have no storage manager.
  const storage = navigator.storage as StorageManager | undefined
  const answer = isFirefox() ? storage?.persisted() : storage?.persist()
  return (await answer?.catch(() => false)) ?? false
}

/** Whether the browser may erase its storage; asks it not to once there are words. */
function useMayBeErased(hasWords: boolean): boolean {
  const [mayBe, setMayBe] = useState(false)
  useEffect(() => {
    if (hasWords) void isPersistent().then((isKept) => setMayBe(!isKept))
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

/** The line below the letter: where it is stored, announced on change; `erased`: the words after Borrar borrador. */
export function DraftsLine({ session, erased }: { session: EditorSession | undefined; erased: string }) {
  const keeping = useKeeping(session)
  const problem = useAccountProblem(session)
  const isSignedIn = useSignedIn()
  const mayBeErased = useMayBeErased(keeping !== 'nothing-yet')
  const isOnlyHere = keeping === 'kept' || keeping === 'apart'
  return (
    <div className={`soft ${styles.line}`}>
      <p role="status" className={styles.status} data-keeping={keeping}>
        {keeping === 'nothing-yet' ? erased : words[keeping]}
        {isOnlyHere && problem && `. Los últimos cambios no están en su cuenta. ${problem}`}
      </p>
      {!isSignedIn && (
        <p className={styles.erasable} data-is-so={mayBeErased && isOnlyHere}>
          El navegador puede borrarlo si pasa unos días sin visitarnos.{' '}
          <Link href="/login">Inicie sesión</Link> y quedará también en su cuenta.
        </p>
      )}
    </div>
  )
}
