import { useEffect } from 'react'

/** What the tab and the history call a view within a screen. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Lacre`
  }, [title])
}
