import { type Language, opensAfter, quotationMarks } from '@lacre/letter/looks/languages.ts'
import { InputRule, inputRules, wrappingInputRule } from 'prosemirror-inputrules'
import { schema } from './document/schema.ts'

const { bullet_list, ordered_list } = schema.nodes

/** After a figure they are inches and minutes, unless a quotation is open. */
function quotationMark(sign: string, before: string, language: Language): string | null {
  const [open, close, openInner, closeInner] = quotationMarks(language)
  const last = before.slice(-1)
  const isDouble = sign === '"'
  const isOpen = before.lastIndexOf(open) > before.lastIndexOf(close)
  if (/\d/.test(last) && !(isDouble && isOpen)) return null
  // In German what closes looks like what opens elsewhere.
  const isClosing = isDouble && isOpen && /\S/.test(last)
  if (opensAfter.test(last) && !isClosing) return isDouble ? open : openInner
  if (isDouble) return close
  return language === 'de' && before.lastIndexOf(openInner) > before.lastIndexOf(closeInner)
    ? closeInner
    : '’'
}

/** Signs and lists as they are typed; one Backspace undoes the last (editor/keys.ts). `language`: of the letter. */
export const typing = (language: () => Language) =>
  inputRules({
    rules: [
      new InputRule(/["']$/, ({ tr }, { 0: sign, input = '', index }, from, to) => {
        const mark = quotationMark(sign, input.slice(0, index), language())
        return mark === null ? null : tr.insertText(mark, from, to)
      }),
      new InputRule(/(?<=^|[\s\p{L}])--$/u, '—'),
      new InputRule(/(?<!\.)\.{3}$/, '…'),
      wrappingInputRule(/^[-*]\s$/, bullet_list),
      wrappingInputRule(/^1\.\s$/, ordered_list),
    ],
  })
