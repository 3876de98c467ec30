/** The rules of the fonts that the page may do without, and whose files came nevertheless. */
function optionalFonts(): CSSFontFaceRule[] {
  const came = new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  // Only what stands in the page: nobody may read into a provider's stylesheet.
  const inPage = [...document.styleSheets].filter(({ href }) => href === null)
  const rules = inPage.flatMap((sheet) => [...sheet.cssRules])
  return rules.filter((rule): rule is CSSFontFaceRule => {
    if (!(rule instanceof CSSFontFaceRule)) return false
    const address = /url\("?([^")]+)/.exec(rule.style.getPropertyValue('src'))?.[1]
    return rule.style.getPropertyValue('font-display') === 'optional' && !!address && came.has(address)
  })
}

/**
 * With `font-display: optional` a font that missed the first paint is never used in that document. When the screen
 * changes nothing can move under the reader any more: from then on the letter looks as it will be printed.
 */
export function wearLateFonts(): void {
  for (const { style } of optionalFonts()) {
    const of = (name: string) => style.getPropertyValue(name)
    const face = new FontFace(of('font-family').replaceAll('"', ''), of('src'), {
      style: of('font-style'),
      weight: of('font-weight'),
      unicodeRange: of('unicode-range'),
    })
    // Out of the browser's cache; and where it does not come, the page stays as it is.
    face.load().then(
      () => document.fonts.add(face),
      () => undefined,
    )
  }
}
