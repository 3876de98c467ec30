import { fold } from './fold.ts'

const languages = ['es', 'en', 'fr', 'de', 'it', 'pt']
const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at))

let names: ReadonlySet<string> | undefined
/** Of all there are, Spain too, as letters name them. Made when first asked for. */
function allNames(): ReadonlySet<string> {
  const codes = letters.flatMap((one) => letters.map((other) => one + other))
  const named = languages.flatMap((language) => {
    const display = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    return codes.flatMap((code) => display.of(code) ?? [])
  })
  return new Set(named.map(fold))
}

export const isCountry = (place: string): boolean => (names ??= allNames()).has(fold(place))
