/**
 * A browser's translator wraps text nodes in elements of its own. React still holds the text nodes, and would crash when it
 * moves or removes them (github.com/facebook/react/issues/11538).
 */
export function surviveTranslation(): void {
  const own = Node.prototype
  for (const name of ['removeChild', 'insertBefore'] as const) {
    const change = Reflect.get(own, name) as (this: Node, child: Node, before: Node | null) => Node
    Reflect.set(own, name, function (this: Node, child: Node, before: Node | null) {
      const place = name === 'removeChild' ? child : before
      if (!place || place.parentNode === this) return change.call(this, child, before)
      return place === child ? child : change.call(this, child, null)
    })
  }
}
