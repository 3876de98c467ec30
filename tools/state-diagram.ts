import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { journey, states } from '../letter/journey.ts'
import { stateNames } from '../letter/words.ts'

/* `npm run specification` draws docs/design/states.md from the table of states; a test compares both. */

export const diagramFile = join(import.meta.dirname, '..', 'docs', 'design', 'states.md')

/** Mermaid takes no hyphen in a name. */
const nameOf = (state: string) => state.replaceAll('-', '_')

/** The page: a Mermaid diagram, with steps that lead to the same state on one arrow. */
export function drawStates(): string {
  const arrows = states.flatMap((from) =>
    Object.entries(Object.groupBy(Object.entries<string>(journey[from]), ([, to]) => to)).map(
      ([to, steps = []]) => `  ${nameOf(from)} --> ${nameOf(to)}: ${steps.map(([step]) => step).join(', ')}`,
    ),
  )
  const names = states.map((state) => `  ${nameOf(state)}: ${state}<br>${stateNames[state]}`)
  return `# The states of a letter

Drawn from [\`letter/journey.ts\`](../../letter/journey.ts) by \`npm run specification\`.

\`\`\`mermaid
stateDiagram-v2
${[...names, '  [*] --> frozen', ...arrows].join('\n')}
\`\`\`
`
}

if (import.meta.main) writeFileSync(diagramFile, drawStates())
