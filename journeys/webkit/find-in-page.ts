export type Role = 'button' | 'link' | 'textbox' | 'heading' | 'dialog' | 'label'

/**
 * Runs in the page. The last one of `within` that is shown is where it looks; the whole page without. The driver
 * presses a place: `toPress` is found once it stands still, is on and lies under nothing.
 */
export async function findInPage(
  role: Role,
  name: string | null,
  pattern: string | null,
  within: string | null,
  toPress: boolean,
) {
  const selectors = {
    button: 'button, [role=button], summary',
    link: 'a[href]',
    textbox: '[role=textbox], input:not([type=checkbox], [type=radio]), textarea',
    heading: 'h1, h2, h3',
    dialog: 'dialog[open], [role=alertdialog]',
    label: 'label',
  }
  const isShown = (element: Element) => element.checkVisibility() && element.getClientRects().length > 0
  const textOf = (id: string) => document.getElementById(id)?.textContent ?? ''
  const nameOf = (element: Element) => {
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : []
    const by = element.getAttribute('aria-labelledby')?.split(' ').map(textOf).join(' ')
    const said =
      element.getAttribute('aria-label') ?? by ?? labels.map((label) => label.textContent).join(' ')
    return (said || element.textContent || '').replace(/\s+/g, ' ').trim()
  }
  const isMeant = (element: Element) =>
    pattern ? new RegExp(pattern).test(nameOf(element)) : !name || nameOf(element) === name
  const root = within ? [...document.querySelectorAll(within)].filter(isShown).at(-1) : document
  const found = [...(root?.querySelectorAll(selectors[role]) ?? [])].filter(isShown).find(isMeant)
  // WebKit's driver clicks and types only where it is seen.
  found?.scrollIntoView({ block: 'center', behavior: 'instant' })
  if (!found || !toPress) return found ?? null

  const place = () => {
    const { x = 0, y = 0, width = 0, height = 0 } = found.getClientRects()[0] ?? {}
    return [x + width / 2, y + height / 2] as const
  }
  const before = place()
  await new Promise((again) => setTimeout(again, 50))
  const [x, y] = place()
  const isStill = x === before[0] && y === before[1]
  const isOn = !found.matches(':disabled, [aria-disabled=true]')
  return isStill && isOn && found.contains(document.elementFromPoint(x, y)) ? found : null
}
