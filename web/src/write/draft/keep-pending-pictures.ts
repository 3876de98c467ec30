import { keepVersions } from '../../journal/keep-versions.ts'
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
  return (await keepVersions([html], 'picture', { base, looks })) ? 'picture-in-version' : 'picture-lost'
}
