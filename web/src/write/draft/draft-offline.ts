import { trusted } from '../editor/document/trusted.ts'

/** After one visit the writing page opens without a network too (design.md#writing-offline). */
export function workOffline(): void {
  // In development the files have no lasting names.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    // Refused in some private windows; then the page needs its network, as it does without this.
    void navigator.serviceWorker.register(trusted.createScriptURL('/service-worker.js')).catch(() => {})
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
