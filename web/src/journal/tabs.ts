/**
 * What one tab posts to the others. `at`: the letter is now the one last changed then; 0 = there is none any more.
 * `apart`: I show another text than that, which is a version now: the one kept at `of`, or one not kept before.
 * `erased`: it is gone with all its versions.
 */
export type TabNews = { at: number; apart?: { of: number | undefined }; erased?: true }

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

/** The other tabs of this browser; a tab does not hear itself. */
export function otherTabs(onNews: (news: TabNews) => void) {
  const channel = openChannel()
  channel?.addEventListener('message', ({ data }: MessageEvent<TabNews>) => onNews(data))
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    post: (news: TabNews) => channel?.postMessage(news),
    close: () => channel?.close(),
  }
}

/** Posts once, from a screen without an editor. */
export function notifyTabs(news: TabNews): void {
  const tabs = otherTabs(() => {})
  tabs.post(news)
  tabs.close()
}
