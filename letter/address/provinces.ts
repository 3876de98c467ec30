import { fold } from './fold.ts'

/** By the first two digits of the postal code, as the statistics institute numbers them: Álava 01 … Melilla 52. */
const names = (
  'Araba/Álava|Albacete|Alicante/Alacant|Almería|Ávila|Badajoz|Illes Balears|Barcelona|Burgos|Cáceres|Cádiz|' +
  'Castellón/Castelló|Ciudad Real|Córdoba|A Coruña|Cuenca|Girona|Granada|Guadalajara|Gipuzkoa|Huelva|Huesca|' +
  'Jaén|León|Lleida|La Rioja|Lugo|Madrid|Málaga|Murcia|Navarra|Ourense|Asturias|Palencia|Las Palmas|Pontevedra|' +
  'Salamanca|Santa Cruz de Tenerife|Cantabria|Segovia|Sevilla|Soria|Tarragona|Teruel|Toledo|Valencia/València|' +
  'Valladolid|Bizkaia|Zamora|Zaragoza|Ceuta|Melilla'
).split('|')

export const provinceNumber = (number: number): string | undefined => names[number - 1]

/** Other names of provinces. The co-official halves of the names above need no entry. */
const otherNames: Record<string, string[]> = {
  'Illes Balears': ['Baleares', 'Islas Baleares'],
  'A Coruña': ['La Coruña', 'Coruña'],
  Girona: ['Gerona'],
  Gipuzkoa: ['Guipúzcoa'],
  Lleida: ['Lérida'],
  Navarra: ['Nafarroa'],
  Ourense: ['Orense'],
  Asturias: ['Principado de Asturias'],
  Bizkaia: ['Vizcaya'],
}

const articleBehind = /^([^,(]+?) *[,(] *(a|o|as|os|el|la|los|las|l['’]|els|les|es|sa|ses)\)?$/i

/** `Coruña, A` → `A Coruña`; `Getafe (Madrid)` → `Getafe` and its province: spellings of the institute's tables. */
export function splitTown(place: string): { city: string; province: string } {
  const [, town = '', behind = ''] = /^(.+?) *\(([^()]+)\)$/.exec(place.trim()) ?? []
  const isProvince = bySpelling.has(fold(behind)) || isRegion(behind)
  const city = (isProvince ? town : place.trim()).replace(
    articleBehind,
    (_, name: string, article: string) => (/\w$/.test(article) ? `${article} ${name}` : article + name),
  )
  return { city, province: isProvince ? behind : '' }
}

const spellingsOf = (province: string) =>
  [province, ...province.split('/'), ...(otherNames[province] ?? [])].map(fold)
const bySpelling = new Map(names.flatMap((province) => spellingsOf(province).map((name) => [name, province])))

/** Capitals named differently from their province. */
const capitals: Record<string, string[]> = {
  'Araba/Álava': ['Vitoria-Gasteiz', 'Vitoria', 'Gasteiz'],
  'Illes Balears': ['Palma', 'Palma de Mallorca'],
  'Castellón/Castelló': ['Castellón de la Plana', 'Castelló de la Plana'],
  Gipuzkoa: ['Donostia', 'San Sebastián'],
  'La Rioja': ['Logroño'],
  'Las Palmas': ['Las Palmas de Gran Canaria'],
  Navarra: ['Pamplona', 'Iruña'],
  Asturias: ['Oviedo', 'Gijón', 'Avilés'],
  Cantabria: ['Santander'],
  Bizkaia: ['Bilbao', 'Bilbo'],
}
/** The names of a province and of its capital. */
export const placesIn = (province: string): string[] => [
  ...province.split('/'),
  ...(otherNames[province] ?? []),
  ...(capitals[province] ?? []),
]

/** Whether `place` is another spelling of `province`. Oviedo is not Asturias. */
export const namesProvince = (place: string, province: string): boolean =>
  spellingsOf(province).includes(fold(splitTown(place).city))

/** The province with that name: `Lérida` → `Lleida`. */
export const provinceNamed = (place: string): string | undefined =>
  bySpelling.get(fold(splitTown(place).city))

const regions = new Set(
  (
    'Andalucía|Aragón|Asturias|Principado de Asturias|Islas Baleares|Illes Balears|Canarias|Islas Canarias|' +
    'Cantabria|Castilla y León|Castilla-La Mancha|Cataluña|Catalunya|Comunidad Valenciana|' +
    'Comunitat Valenciana|Extremadura|Galicia|Comunidad de Madrid|Madrid|Región de Murcia|Murcia|Navarra|' +
    'Comunidad Foral de Navarra|País Vasco|Euskadi|La Rioja|Ceuta|Melilla'
  )
    .split('|')
    .map(fold),
)

/** Autonomous communities are no part of a postal address, but people enter them as state. */
export const isRegion = (place: string): boolean => regions.has(fold(place))
