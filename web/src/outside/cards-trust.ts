type Factory = {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown
  defaultPolicy?: unknown
}

/**
 * Under Trusted Types a foreign script that loads more of its own needs the page's default policy; it allows
 * that one host and nothing else. The page's content security policy must name `default` where keys are set.
 */
export function trustScriptsOf(host: string): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  try {
    trustedTypes.createPolicy('default', {
      createScriptURL(address) {
        const { protocol, hostname } = new URL(address, location.href)
        if (protocol !== 'https:' || (hostname !== host && !hostname.endsWith(`.${host}`)))
          throw new TypeError('a script from elsewhere')
        return address
      },
    })
  } catch {
    // The page's policy forbids it: the provider's script then fails to load, and the form says so.
  }
}
