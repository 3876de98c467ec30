import { useRef, useSyncExternalStore } from 'react'
import type { Editor } from '../editor/editor.ts'
import type { Format } from '../editor/format.ts'

/** What is on at the caret, as it changes. While nobody asks (toolbar closed), a key costs nothing here. */
export function useFormat(editor: Editor): Format {
  const last = useRef<{ text: string; format: Format }>(undefined)
  return useSyncExternalStore(editor.watch, () => {
    const format = editor.format()
    const text = JSON.stringify(format)
    if (last.current?.text !== text) last.current = { text, format }
    return last.current.format
  })
}
