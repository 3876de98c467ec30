import type { BrowserContext } from '@playwright/test'

/** Runs in pages and workers: takes out what Chrome 119, Firefox 121 or Safari 17.4 has not (docs/browsers.md). */
const remove = () => {
  const missing: [owner: object | undefined, names: string][] = [
    [AbortSignal, 'any'],
    [Array, 'fromAsync'],
    [ArrayBuffer.prototype, 'transfer transferToFixedLength'],
    [Blob.prototype, 'bytes'],
    [Error, 'isError'],
    [
      globalThis,
      'CloseWatcher Float16Array Sanitizer Temporal URLPattern cookieStore documentPictureInPicture',
    ],
    [globalThis, 'navigation requestIdleCallback scheduler'],
    [Intl, 'DurationFormat Segmenter'],
    [Iterator.prototype, 'drop every filter find flatMap forEach map reduce some take toArray'],
    [globalThis, 'Iterator'],
    [JSON, 'rawJSON isRawJSON'],
    [Map.prototype, 'getOrInsert getOrInsertComputed'],
    [Math, 'f16round sumPrecise'],
    [Promise, 'try'],
    [ReadableStream, 'from'],
    [ReadableStream.prototype, 'values'],
    [RegExp, 'escape'],
    [Response.prototype, 'bytes'],
    [
      Set.prototype,
      'difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union',
    ],
    [Uint8Array, 'fromBase64 fromHex'],
    [Uint8Array.prototype, 'setFromBase64 setFromHex toBase64 toHex'],
    [URL, 'canParse parse'],
    [WeakMap.prototype, 'getOrInsert getOrInsertComputed'],
  ]
  if ('document' in globalThis) {
    missing.push(
      [CSS, 'highlights'],
      [IDBFactory.prototype, 'databases'],
      [Document, 'parseHTML parseHTMLUnsafe'],
      [Document.prototype, 'caretPositionFromPoint startViewTransition'],
      [Element.prototype, 'ariaNotify getHTML moveBefore scrollIntoViewIfNeeded setHTML setHTMLUnsafe'],
      [HTMLButtonElement.prototype, 'command commandForElement popoverTargetAction popoverTargetElement'],
      [HTMLDialogElement.prototype, 'closedBy requestClose'],
      [HTMLElement.prototype, 'editContext hidePopover popover showPopover togglePopover'],
      [PointerEvent.prototype, 'getCoalescedEvents getPredictedEvents'],
    )
    // The attribute does nothing there either.
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const node of [target, ...addedNodes])
          if (node instanceof Element)
            for (const one of [node, ...node.querySelectorAll('[popover]')]) one.removeAttribute('popover')
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['popover'] })
  }
  for (const [owner, names] of missing)
    for (const name of names.split(' '))
      if (owner && name in owner && !Reflect.deleteProperty(owner, name)) throw new Error(`${name} stays`)
  Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator)
}

/** Every page of the context, and the workers that it starts, are those of the oldest supported browsers. */
export async function makeOldest(context: BrowserContext) {
  await context.addInitScript(remove)
  // Each worker is one file.
  await context.route(/\/assets\/(pdf\.worker|scale\.worker|pbkdf2)-/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `(${remove.toString()})();${await response.text()}` })
  })
}
