/** The words of a letter alone. A quoted attribute may hold a `>`. */
export const withoutPictures = (html: string): string => html.replace(/<img (?:"[^"]*"|[^">])*>/g, '')
