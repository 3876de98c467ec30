const length = 140

/** The first words of a letter, and whether there are pictures in it, for a list. Read without making it a page. */
export function firstWords(html: string): { words: string; pictures: number } {
  const text = html
    .replace(/<img (?:"[^"]*"|[^">])*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
  const words = text.length > length ? `${text.slice(0, length).replace(/\s\S*$/, '')}…` : text
  return { words, pictures: html.match(/<img /g)?.length ?? 0 }
}
