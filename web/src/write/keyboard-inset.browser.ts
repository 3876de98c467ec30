import { expect, onTestFinished, test } from 'vitest'
import { followKeyboard } from './keyboard-inset.ts'

test('bottom bars stand above the on-screen keyboard, and ignore a pinch zoom', () => {
  const root = document.documentElement
  const { clientHeight } = root
  const visible = Object.assign(new EventTarget(), { height: clientHeight, offsetTop: 0, scale: 1 })
  const real = Object.getOwnPropertyDescriptor(window, 'visualViewport')!
  Object.defineProperty(window, 'visualViewport', { configurable: true, value: visible })
  onTestFinished(() => void Object.defineProperty(window, 'visualViewport', real))
  const stop = followKeyboard()
  function change(to: Partial<VisualViewport>, event = 'resize') {
    Object.assign(visible, to)
    visible.dispatchEvent(new Event(event))
    return root.style.getPropertyValue('--keyboard')
  }
  expect(change({ height: clientHeight - 300 })).toBe('300px')
  expect(change({ offsetTop: 100 }, 'scroll')).toBe('200px')
  expect(change({ height: clientHeight / 2, offsetTop: 0, scale: 2 })).toBe('0px')
  expect(change({ height: clientHeight, scale: 1 })).toBe('0px')
  stop()
  expect(root.style.getPropertyValue('--keyboard')).toBe('')
})
