import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PreviewProblem } from '@lacre/letter/calls.ts'
import type { Addresses } from '../addresses/kept-addresses.ts'
import type { EditorSession } from '../draft/editor-session.ts'
import { Figures } from './figures.tsx'
import { PreviewFrame } from './frame.tsx'
import { goToProblem } from './go-to.ts'
import { PagesView } from '../pages/pages-view.tsx'
import styles from './preview.module.css'
import { Problems } from './problems.tsx'
import { useFollowing } from './use-following.ts'
import { isWide } from './wide.ts'

/** Vista previa: the pages as they will be printed, following the typing (design.md#preview-is-the-print). */
export default function PreviewPanel({
  id,
  session,
  addresses,
  onClose,
}: {
  id: string
  session: EditorSession
  addresses: Addresses
  onClose: () => void
}) {
  const { shown, following, keepMarks } = useFollowing(session, addresses)
  const [hasOverlays, showOverlays] = useState(true)
  const [isLarge, enlarge] = useState(false)
  const headingId = useId()

  function go(problem: PreviewProblem) {
    const act = () => goToProblem(session, problem, shown?.overflow)
    if (isWide()) return act()
    keepMarks()
    flushSync(onClose) // what is behind the drawer cannot be focused before it is gone
    act()
  }

  return (
    <PreviewFrame headingId={headingId} id={id} onClose={onClose}>
      <Figures paper={shown?.preview.paper} following={following} />
      <Problems problems={shown?.preview.problems ?? []} onGo={go} />
      {shown?.opened && (
        <>
          <div className={styles.switches}>
            <Switch isOn={hasOverlays} onChange={showOverlays}>
              Ver pliegues y ventana
            </Switch>
            <Switch isOn={isLarge} onChange={enlarge}>
              Ver a tamaño real
            </Switch>
          </div>
          <PagesView opened={shown.opened} isLarge={isLarge} hasOverlays={hasOverlays} />
        </>
      )}
    </PreviewFrame>
  )
}

const Switch = ({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: string
}) => (
  <label>
    <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
    {children}
  </label>
)
