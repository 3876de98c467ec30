/** What one tab tells the others: the letter is now the one last changed at `at`; 0 = there is none any more. */
type News = { at: number }

const name = 'lacre-letter'
type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'addEventListener'>

/** Where the browser has no channel the tabs look into the journal when they are shown again. */
function openChannel(): Channel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}

/** The other tabs of this browser; nobody hears himself. */
export function otherTabs(onChange: (at: number) => void) {
  const channel = openChannel()
  channel?.addEventListener('message', ({ data }: MessageEvent<News>) => onChange(data.at))
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    tell: (at: number) => channel?.postMessage({ at } satisfies News),
    close: () => channel?.close(),
  }
}

/** Says it once, from a screen without a letter. */
export function tellTabs(at: number): void {
  const tabs = otherTabs(() => {})
  tabs.tell(at)
  tabs.close()
}
