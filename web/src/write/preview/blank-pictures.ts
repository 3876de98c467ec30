const blanks = new Map<string, string>()

/** Nothing, as large as that: a few kilobytes. */
function blank({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): string {
  const size = `${width} ${height}`
  const made =
    blanks.get(size) ?? Object.assign(document.createElement('canvas'), { width, height }).toDataURL()
  blanks.set(size, made)
  return made
}

/** The letter with nothing on its pictures: it takes as many pages. As it is while a picture is not loaded yet. */
export function blankPictures(html: string, letter: Element): string {
  const pictures = [...letter.querySelectorAll('img')].filter(({ naturalWidth }) => naturalWidth > 0)
  const bySource = new Map(pictures.map((picture) => [picture.getAttribute('src'), picture]))
  return html.replaceAll(/ src="(data:[^"]*)"/g, (as: string, source: string) => {
    const picture = bySource.get(source)
    return picture ? ` src="${blank(picture)}"` : as
  })
}
