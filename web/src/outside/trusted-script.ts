type Policy = { createScriptURL(address: string): string }
type Factory = {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy
}

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes

/** Only the worker that came with this site: `new Worker(address)` is a Trusted Types sink. */
const policy = factory?.createPolicy('captcha', {
  createScriptURL(address) {
    if (new URL(address, location.href).origin !== location.origin) throw new TypeError('not our own script')
    return address
  },
})

export const trustedScript = (address: string): string => policy?.createScriptURL(address) ?? address
