/** The stored bytes are not the ones that were paid: nobody may see or print them (design.md#freeze-before-pay). */
export class LetterDamaged extends Error {
  override name = 'LetterDamaged'
}
