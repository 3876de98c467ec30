import { seconds } from '@lacre/letter/days.ts'
import { findLanguage } from './find-language.ts'
import type { Language } from '@lacre/letter/looks/languages.ts'
import { keptLooks, watchLooks } from './kept-looks.ts'
import type { Editor } from './editor.ts'

const languagePause = seconds(1)

/** Reports the language of the letter and its HTML, now and after each pause in writing. Returns how to stop. */
export function watchLanguage(editor: Editor, report: (found: Language, html: string) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const html = editor.html()
    report(findLanguage(html), html)
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

/** Sets the spell checker to the language in which the letter is printed. */
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
