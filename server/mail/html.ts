/** Text that is already HTML. Only `html` makes it, so that nothing enters a message unescaped. */
export type Html = { readonly markup: string }

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
const markupOf = (value: string | Html | Html[]): string =>
  typeof value === 'string'
    ? escaped(value)
    : Array.isArray(value)
      ? value.map(markupOf).join('')
      : value.markup

/** A template whose every value is escaped, unless `html` made it. */
export const html = (pieces: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html => ({
  markup: pieces.map((piece, i) => piece + (i < values.length ? markupOf(values[i] ?? '') : '')).join(''),
})
