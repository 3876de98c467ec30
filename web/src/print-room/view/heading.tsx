import type { ReactNode } from 'react'
import { Title } from '../../ui/display/title.tsx'
import { openAtTop } from '../../ui/take-focus.ts'
import { useDocumentTitle } from '../../use-document-title.ts'
import styles from './view.module.css'

/** A view's heading: the page's title, and where the focus goes when the view is opened. */
export function Heading({
  title,
  takesFocus = true,
  children,
}: {
  title: string
  takesFocus?: boolean
  children?: ReactNode
}) {
  useDocumentTitle(title === 'Imprenta' ? title : `${title} · Imprenta`)
  return (
    <div className={styles.top}>
      <Title ref={takesFocus ? openAtTop : toTop} tabIndex={-1}>
        {title}
      </Title>
      {children}
    </div>
  )
}

const toTop = () => scrollTo(0, 0)
