import { editorSessionIn } from '../drafts/editor-session.ts'
import { fetchChosenFace } from '../editor/looks.ts'

// Preloads the remaining chunks while the editor opens (web/build/page.ts).
for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'

/** Opens the editor in the prerendered page before React, so that writing can begin at once. */
async function openEditor() {
  const host = document.getElementById('letter')
  await fetchChosenFace()
  if (host) editorSessionIn(host)
  performance.mark('editor-open')

  // Only now React, for panel and toolbar; both chunks at once.
  requestAnimationFrame(() =>
    setTimeout(() => {
      void import('../main.tsx')
      void import('./write.tsx')
    }),
  )
}

// No top-level `await`: with it the bundler makes twice as many chunks.
void openEditor()
