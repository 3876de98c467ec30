import { seconds } from '@lacre/letter/days.ts'
import { findLanguage } from './find-language.ts'
import type { Language } from '@lacre/letter/looks/languages.ts'
import { keptLooks, watchLooks } from './kept-looks.ts'
import type { Editor } from './editor.ts'

/** Longer than between two words. */
const languagePause = seconds(1)

/** Tells which language the letter's text is in, with its HTML: now, and after each pause in writing. */
export function watchLanguage(editor: Editor, tell: (found: Language, html: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const html = editor.html()
    tell(findLanguage(html), html)
  }
  const stop = editor.watchText(() => {
    clearTimeout(timer)
    timer = setTimeout(look, languagePause)
  })
  look()
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** The browser checks the spelling of the language that the letter is printed in. */
export function spellIn(editor: Editor): () => void {
  let found: Language
  const apply = () => void (editor.view.dom.lang = keptLooks().language ?? found)
  const stops = [
    watchLanguage(editor, (language) => {
      found = language
      apply()
    }),
    watchLooks(apply),
  ]
  return () => stops.forEach((stop) => stop())
}
