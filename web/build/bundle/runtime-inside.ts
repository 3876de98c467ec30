import type { Plugin } from 'vite'

const isRuntime = (file: string) => /\/rolldown-runtime-[^/]+\.js$/.test(file)
const importOfIt = /import\{([^}]*)\}from"\.\/rolldown-runtime-[^"]+";?/

/**
 * The bundler's own few hundred bytes, which every file needs and which it puts into a file of their own: a request that
 * all others wait for. A copy into each of them instead; they keep no state.
 */
export const runtimeInside = (): Plugin => ({
  name: 'runtime-inside',
  // Their names come from what they were before.
  augmentChunkHash: () => 'with the runtime inside',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
    const runtime = chunks.find(({ fileName }) => isRuntime(fileName))
    if (!runtime) return
    const copy = asExpression(runtime.code)
    for (const chunk of chunks) {
      chunk.code = withCopy(chunk.code, copy)
      if (chunk !== runtime && chunk.code.includes(runtime.fileName.split('/').at(-1)!))
        throw new Error(`${chunk.fileName} still asks for ${runtime.fileName}`)
      chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName)
    }
    delete bundle[runtime.fileName]
  },
})

/** `var a=…;export{a as b};` as a value: `(()=>{var a=…;return{b:a}})()`. */
export function asExpression(code: string): string {
  const [whole, names] = /export\s*\{([^}]*)\};?\s*$/.exec(code) ?? []
  if (!whole || names === undefined) throw new Error('the bundler writes its runtime in another way')
  const fields = names.split(',').map((name) => {
    const [here = '', outside = here] = name.trim().split(/\s+as\s+/)
    return `${outside}:${here}`
  })
  return `(()=>{${code.slice(0, -whole.length)}return{${fields.join()}}})()`
}

export const withCopy = (code: string, copy: string): string =>
  code.replace(importOfIt, (_whole, names: string) => `const{${names.replaceAll(/\s+as\s+/g, ':')}}=${copy};`)
