/** A dialog rises while it opens: a place measured before its end is another one afterwards. */
export const animationsEnd = () => Promise.all(document.getAnimations().map(({ finished }) => finished))
