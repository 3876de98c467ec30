import { registerHooks } from 'node:module'

/** What Playwright 1.65's way to Debian's Firefox still lacks, mended as it is read; nothing on the disk is changed. */
const mended: [lacking: RegExp, instead: string][] = [
  // Firefox 153 does not know this command.
  [
    /await this\.(_session|_browser\._browserSession)\.send\("emulation\.setMediaFeaturesOverride"/g,
    'if (0) $&',
  ],
  // It sets a field's value behind React's back. Text that the browser itself inserts is heard.
  [
    / else if \(elementType === "input" \|\| elementType === "textarea"\) \{\n {4}const inputElement/,
    ' else if (window.document.execCommand("insertText", false, text)) {\n    return;\n  }$&',
  ],
]

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/playwright-core/lib/coreBundle.js')) return loaded
    const { source: original } = loaded
    const whole =
      typeof original === 'string' ? original : new TextDecoder().decode(original ?? new Uint8Array())
    const source = mended.reduce((text, [lacking, instead]) => {
      if (text.search(lacking) < 0)
        throw new Error(`Playwright no longer lacks ${lacking.source}: take this line out`)
      return text.replace(lacking, instead)
    }, whole)
    return { ...loaded, source }
  },
})
