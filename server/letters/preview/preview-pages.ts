import { maxPages } from '@lacre/letter/content/limits.ts'
import { plainText } from '@lacre/letter/content/text.ts'
import type { Content, Run } from '@lacre/letter/content/tree.ts'
import type { LetterToSet, SetLetter, Turn, Typesetter } from '../../typesetting/typesetter.ts'
import { placeInAddress, placeInLetter } from '../pages/place-in-words.ts'
import { problemOfTypesetting, tooLong, type Problem } from '../pages/problems.ts'
import { signInWords } from '@lacre/letter/sign-words.ts'
import type { Addresses } from '../stored/sealed-addresses.ts'

/** What is printed nowhere, as one sees it: an empty box. */
const box = '\u25a1'
const mostTries = 4

/**
 * The pages of a letter that may have mistakes: what cannot be printed shows as a box, a recipient that does not fit
 * its window is left out, and pages over the limit are there.
 */
export async function previewPages(
  typesetter: Typesetter,
  letter: LetterToSet,
  addresses: Addresses,
  turn?: Turn,
): Promise<{ set?: SetLetter; problems: Problem[] } | 'unavailable'> {
  const problems: Problem[] = []
  let next: LetterToSet = { ...letter, anyLength: true }
  for (let tries = 0; tries < mostTries; tries++) {
    const set = await typesetter.set(next, turn)
    if (!('refused' in set)) {
      if (set.pages > maxPages) problems.push(tooLong(set.pages))
      return { set, problems }
    }
    if (set.refused === 'unavailable') return set.refused
    if (set.refused === 'unprintable-character' && set.characters.length) {
      problems.push(...set.characters.flatMap((character) => placesOf(character, next, addresses)))
      next = boxed(next, set.characters)
    } else if (set.refused === 'recipient-does-not-fit') {
      problems.push(problemOfTypesetting(set))
      next = { ...next, recipient: [] }
    } else return { problems: [...problems, problemOfTypesetting(set)] }
  }
  return { problems }
}

/** One problem for each place where it stands. */
function placesOf(
  character: string,
  { content, sender, recipient, dateLine }: LetterToSet,
  { origin, destination }: Addresses,
): Problem[] {
  const texts = {
    sender: [...sender, dateLine].join('\n'),
    recipient: recipient.join('\n'),
    letter: plainText(content),
  }
  const placeOf = {
    sender: () => placeInAddress(origin, 'sender', character),
    recipient: () => placeInAddress(destination, 'recipient', character),
    letter: () => placeInLetter(content, character),
  }
  const places = (['sender', 'recipient', 'letter'] as const).filter((at) => texts[at].includes(character))
  return places.map((at) => ({
    code: 'unprintable-character',
    detail: `No podemos imprimir ${signInWords(character)}${placeOf[at]()}. Cámbielo o bórrelo.`,
    at,
    character,
  }))
}

function boxed(letter: LetterToSet, characters: string[]): LetterToSet {
  // The longest first: a character may be part of another.
  const ordered = characters.toSorted((one, other) => other.length - one.length)
  const replace = (text: string) => ordered.reduce((all, one) => all.replaceAll(one, box), text)
  const inRun = (run: Run): Run => {
    if ('text' in run) return { ...run, text: replace(run.text) }
    return 'picture' in run && run.caption ? { ...run, caption: replace(run.caption) } : run
  }
  const inBlocks = (content: Content): Content =>
    content.map((block) => {
      if (block.type === 'code') return { ...block, text: replace(block.text) }
      if (block.type === 'quote') return { ...block, blocks: inBlocks(block.blocks) }
      if ('items' in block) return { ...block, items: block.items.map(inBlocks) }
      return { ...block, runs: block.runs.map(inRun) }
    })
  return {
    ...letter,
    content: inBlocks(letter.content),
    sender: letter.sender.map(replace),
    recipient: letter.recipient.map(replace),
    dateLine: replace(letter.dateLine),
  }
}
