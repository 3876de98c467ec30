/**
 * A browser that translates a page puts each text into elements of its own. React still holds the text, and would stop the
 * page when it moves or removes it (github.com/facebook/react/issues/11538).
 */
export function surviveTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child
  }
  Node.prototype.insertBefore = function <Child extends Node>(child: Child, before: Node | null): Child {
    return insertBefore.call(this, child, before?.parentNode === this ? before : null) as Child
  }
}
