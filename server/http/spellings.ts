/** The specification writes some addresses with a last slash. Both ways are answered; the one without is described. */
export const spellings = (path: `/${string}`) => [
  { url: path, hide: false },
  { url: `${path}/`, hide: true },
]
