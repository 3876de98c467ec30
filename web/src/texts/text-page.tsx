import type { Screen } from '../screen.ts'
import { Operator } from './operator.tsx'
import { Price } from './price.tsx'
import type { ReadText } from './fetch-text.ts'
import { parseText } from './parse-text.ts'
import { toElements } from './to-elements.tsx'
import styles from './text-page.module.css'

/**
 * The screen of one text. A text that does not load leaves its page empty and a message in the console
 * (specification, section 8); it is asked for again at the next visit.
 */
export async function openText(name: string, read: ReadText): Promise<Screen> {
  try {
    const tree = parseText(await read(name))
    return { default: () => <TextPage>{toElements(tree, { Operator, Price })}</TextPage> }
  } catch (failure) {
    console.error(`Error loading ${name}`, failure)
    return { default: TextPage, isWhole: false }
  }
}

const TextPage = ({ children }: { children?: React.ReactNode }) => (
  <div className={styles.card}>
    <article className={styles.text}>{children}</article>
  </div>
)
