// The first that is named counts: most browsers call themselves Safari too, and Android Linux.
const families = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const named = (names: readonly (readonly [RegExp, string])[], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** `Firefox en Windows`: family and system, no more, so that a person knows a browser of theirs and nobody is traced by it. */
export function browserOf(userAgent: string): string {
  const family = named(families, userAgent) ?? 'un navegador desconocido'
  const system = named(systems, userAgent)
  return system ? `${family} en ${system}` : family
}
