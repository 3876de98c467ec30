import { useEffect, useRef, type ReactNode } from 'react'
import styles from './console.module.css'

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
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title === 'Imprenta' ? 'Imprenta · Lacre' : `${title} · Imprenta · Lacre`
  }, [title])
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
    // Once, when the view is opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <div className={styles.top}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {children}
    </div>
  )
}
