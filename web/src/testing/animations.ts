/**
 * A dialog rises while it opens: a place measured before its end is another one afterwards. An animation that another
 * one replaces rejects.
 */
export const animationsEnd = () =>
  Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
