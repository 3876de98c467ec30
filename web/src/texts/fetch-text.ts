import { seconds } from '@lacre/letter/days.ts'
/** Reads one of the site's texts, markdown, by its name (`about-us`). @throws when there is no such text to be had. */
export type ReadText = (name: string) => Promise<string>

/** The texts are files of their own, loaded when a page is opened (specification, section 2). */
export const fetchText: ReadText = async (name) => {
  const response = await fetch(`/texts/${name}.md`, { signal: AbortSignal.timeout(seconds(15)) })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.text()
}
