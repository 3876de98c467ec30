/** What somebody else's JSON holds; undefined when it is none. Its form is checked by whoever reads it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
