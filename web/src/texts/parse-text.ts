import type { Root } from 'hast'
import rehypeSanitize from 'rehype-sanitize'
import remarkBreaks from 'remark-breaks'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'

const markdown = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkBreaks)
  .use(remarkRehype)
  .use(rehypeSanitize)

/** GitHub-style markdown with line breaks, sanitised (specification, section 2); HTML in it is dropped. */
export const parseText = (source: string): Root => markdown.runSync(markdown.parse(source)) as Root
