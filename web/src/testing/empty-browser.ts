import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { openLetters } from '../drafts/db.ts'
import { queries } from '../queries.ts'

/**
 * Before each test the page is empty, nobody is signed in and no letter is there: all files run one after the other in
 * the same browser, in an order that nobody has chosen.
 */
beforeEach(async () => {
  await cleanup()
  localStorage.clear()
  sessionStorage.clear()
  queries.clear()
  const letters = await openLetters()
  await letters.forget()
  letters.close()
})
