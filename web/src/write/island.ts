import { editorSessionIn } from '../drafts/editor-session.ts'
import { fetchChosenFace } from '../editor/looks.ts'

// What comes after the editor is fetched while that opens (web/build/page.ts).
for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'

/** Runs before React, in the prerendered page, so that one can write at once. */
async function openEditor() {
  const host = document.getElementById('letter')
  await fetchChosenFace()
  if (host) editorSessionIn(host)
  performance.mark('editor-open')

  // React is wanted only now, for the panel and the toolbar around the letter; its two parts at once.
  requestAnimationFrame(() =>
    setTimeout(() => {
      void import('../main.tsx')
      void import('./write.tsx')
    }),
  )
}

// Without `await`: where a file waits at its top, the bundler cuts twice as many.
void openEditor()
