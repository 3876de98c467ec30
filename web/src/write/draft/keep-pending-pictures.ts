import { looksToSend } from '../../journal/kept-looks.ts'

/**
 * Keeps as a version the text that another took the place of, or that was left with its page, with the pictures that
 * were still on their way into it. `base`: when it was last changed; what is erased meanwhile stays erased.
 */
export async function keepPendingPictures(
  whole: Promise<string | undefined>,
  base = Date.now(),
): Promise<'picture-in-version' | 'picture-lost' | undefined> {
  const looks = looksToSend()
  const html = await whole
  if (html === undefined) return undefined
  try {
    const { openJournal } = await import('../../journal/journal.ts')
    // That of the session may be closed by now.
    const journal = await openJournal()
    await journal.addVersion(html, 'picture', Date.now(), base, looks).finally(() => journal.close())
    return 'picture-in-version'
  } catch {
    return 'picture-lost'
  }
}
