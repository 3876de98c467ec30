import { seconds } from '@lacre/letter/days.ts'
/** Reads a markdown text of the site by name (`about-us`). @throws when it is missing */
export type ReadText = (name: string) => Promise<string>

/** Specification, section 2. */
export const fetchText: ReadText = async (name) => {
  const response = await fetch(`/texts/${name}.md`, { signal: AbortSignal.timeout(seconds(15)) })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.text()
}
