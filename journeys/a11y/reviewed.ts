/**
 * What axe cannot decide by itself: why it holds, and how it is checked all the same. `measured` is compared with
 * every pixel behind the text at each look.
 */
export type Reviewed = { rule: string; selector: string; by: 'measured' | 'looked'; reason: string }

export const reviewed: Reviewed[] = [
  {
    rule: 'color-contrast',
    selector: '[aria-hidden="true"] *',
    by: 'looked',
    reason:
      'The drawing of a letter on the landing page: decoration, exempt (1.4.3), hidden from assistive technology.',
  },
  {
    rule: 'color-contrast',
    selector: 'svg.seal text',
    by: 'looked',
    reason: 'The initial is pressed into the wax: part of a picture (1.4.3), which has a name of its own.',
  },
  {
    rule: 'color-contrast',
    selector: '*',
    by: 'measured',
    reason: 'axe does not look through pseudo-elements, gradients, popovers, dialogs and scrolled tables.',
  },
  {
    rule: 'label-content-name-mismatch',
    selector: '[role=toolbar] button',
    by: 'looked',
    reason:
      'The letter on the button is a drawing of the format (N, C, S, T, A), not its label; voice users say the tooltip.',
  },
  {
    rule: 'frame-tested',
    selector: 'iframe[title][sandbox=""]',
    by: 'looked',
    reason:
      'A message as the sandbox mailbox shows it: no script runs in it, so axe cannot; it has its title.',
  },
]
