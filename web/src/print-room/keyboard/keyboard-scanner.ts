/** A USB scanner is a keyboard that types a code and Enter, faster than anybody can. */
const fastMs = 100
const longestCode = 60
const isSheetCode = (text: string) => /^[0-9a-f]{12}\.\d{1,2}\.\d{1,2}$/i.test(text)

/**
 * Listens to keys that go to no field. Answers the code when one was just completed, so that the Enter behind it
 * does not press whatever button has the focus. `at` is in milliseconds.
 */
export function createKeyboardScanner(): (key: string, at: number) => string | undefined {
  let typed = ''
  let last = -Infinity
  return (key, at) => {
    if (at - last > fastMs) typed = ''
    last = at
    if (key === 'Enter') {
      const code = typed
      typed = ''
      return isSheetCode(code) ? code : undefined
    }
    if (key.length === 1) typed = (typed + key).slice(-longestCode)
    return undefined
  }
}
