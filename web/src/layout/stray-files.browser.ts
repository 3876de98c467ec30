import { afterEach, expect, test } from 'vitest'
import { refuseStrayFiles } from './stray-files.ts'

afterEach(() => document.body.replaceChildren())

/** Whether the default action of the drop is prevented. */
function isRefused(on: Element, what: 'a file' | 'words') {
  const dataTransfer = new DataTransfer()
  if (what === 'a file') dataTransfer.items.add(new File(['x'], 'foto.png', { type: 'image/png' }))
  else dataTransfer.setData('text/plain', 'hola')
  return ['dragover', 'drop'].map((type) => {
    const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
    on.dispatchEvent(event)
    return event.defaultPrevented
  })
}

test('a file dropped beside the letter does not leave the page; text drops and file fields still work', () => {
  refuseStrayFiles()
  document.body.innerHTML = '<p>margen</p><input type="text"><input type="file">'
  const [margin, line, chooser] = document.body.children as unknown as [Element, Element, Element]
  expect(isRefused(margin, 'a file')).toEqual([true, true])
  expect(isRefused(line, 'a file')).toEqual([true, true])
  expect(isRefused(line, 'words')).toEqual([false, false])
  expect(isRefused(chooser, 'a file')).toEqual([false, false])
})
