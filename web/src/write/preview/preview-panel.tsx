import { useId, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PreviewProblem } from '@lacre/letter/calls.ts'
import type { Recipient } from '@lacre/letter/recipients/called.ts'
import type { Addresses } from '../addresses/kept-addresses.ts'
import type { EditorSession } from '../draft/editor-session.ts'
import { ChooseRecipient } from '../recipients/choose-recipient.tsx'
import { Figures } from './figures.tsx'
import { PreviewFrame } from './frame.tsx'
import { goToProblem, takeOutPicture } from './go-to.ts'
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
  others,
  onClose,
}: {
  id: string
  session: EditorSession
  addresses: Addresses
  /** Whom the letter goes to beside the recipient; each has pages of their own. */
  others: readonly Recipient[]
  onClose: () => void
}) {
  const [chosen, choose] = useState(0)
  const at = Math.min(chosen, others.length)
  const one = useMemo(() => {
    const other = others[at - 1]
    return other ? { ...addresses, destinationAddress: other } : addresses
  }, [addresses, others, at])
  const { shown, following, keepMarks } = useFollowing(session, one)
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
      {others.length > 0 && (
        <ChooseRecipient
          name={one.destinationAddress.name}
          at={at}
          of={1 + others.length}
          onChoose={choose}
        />
      )}
      <Figures paper={shown?.preview.paper} following={following} />
      <Problems
        problems={shown?.preview.problems ?? []}
        onGo={go}
        onTakeOut={(problem) => takeOutPicture(session, problem)}
      />
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
