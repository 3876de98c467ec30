import { afterEach, expect, test, vi } from 'vitest'
import { editor, withEditor } from '../testing/open-editor.ts'

const onChange = vi.fn()
withEditor({ onChange })
afterEach(() => vi.restoreAllMocks())

const coloured = () =>
  [...document.querySelectorAll('pre [class^=hljs]')].map((element) => element.textContent)

test('code is coloured (specification, section 9), and the letter stays as it is', async () => {
  const html = '<p>const</p><pre><code>const carta = "hola"\nreturn 42</code></pre>'
  editor.open(html)
  await expect.poll(() => coloured()).toEqual(expect.arrayContaining(['const', '"hola"', '42']))
  expect(editor.html()).toBe(html)
  expect(onChange).not.toHaveBeenCalled()
  expect(document.querySelector('p [class^=hljs]')).toBeNull()
})

test('[9.18] new code is coloured 1000 ms later (specification, section 9)', async ({ onTestFinished }) => {
  onTestFinished(() => void vi.useRealTimers())
  editor.open('<pre><code>const carta</code></pre>')
  await expect.poll(() => coloured()).toEqual(['const'])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  editor.view.dispatch(editor.view.state.tr.insertText('return ', 1))
  await vi.advanceTimersByTimeAsync(999)
  await new Promise(requestAnimationFrame)
  expect(coloured()).toEqual(['const'])
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.poll(() => coloured()).toEqual(['return', 'const'])
})

test('pasted code is coloured as text, never run', async () => {
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined)
  editor.open(
    '<pre><code>&lt;img src=x onerror="alert(1)"&gt;&lt;script&gt;alert(1)&lt;/script&gt;</code></pre>',
  )
  await expect.poll(() => coloured().length).toBeGreaterThan(0)
  expect(document.querySelector('pre img, pre script')).toBeNull()
  expect(alert).not.toHaveBeenCalled()
})
