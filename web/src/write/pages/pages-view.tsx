import { maxPages } from '@lacre/letter/content/limits.ts'
import { count } from '@lacre/letter/words.ts'
import type { Opened } from './open-pages.ts'
import { PageView } from './page-view.tsx'
import styles from './pages.module.css'

/** The pages of a letter, one under the other. */
export function PagesView({
  opened: { pdf, pages },
  isLarge = false,
  hasOverlays = false,
}: {
  opened: Opened
  isLarge?: boolean
  hasOverlays?: boolean
}) {
  return (
    <div className={isLarge ? styles.large : styles.pages}>
      {pages.map(({ page, text }, at) => (
        <PageView
          key={at}
          page={page}
          text={text}
          number={at + 1}
          label={`Página ${at + 1} de ${pdf.numPages}${at < maxPages ? '' : ' (no cabe en el envío)'}`}
          isLarge={isLarge}
          hasOverlays={hasOverlays}
        />
      ))}
      {pdf.numPages > pages.length && (
        <p>… y {count(pdf.numPages - pages.length, 'página', 'páginas')} más.</p>
      )}
    </div>
  )
}
