import { fold } from './fold.ts'

/** By the first two digits of the postal code, which are those of the statistics institute: Álava 01 … Melilla 52. */
const names = (
  'Araba/Álava|Albacete|Alicante/Alacant|Almería|Ávila|Badajoz|Illes Balears|Barcelona|Burgos|Cáceres|Cádiz|' +
  'Castellón/Castelló|Ciudad Real|Córdoba|A Coruña|Cuenca|Girona|Granada|Guadalajara|Gipuzkoa|Huelva|Huesca|' +
  'Jaén|León|Lleida|La Rioja|Lugo|Madrid|Málaga|Murcia|Navarra|Ourense|Asturias|Palencia|Las Palmas|Pontevedra|' +
  'Salamanca|Santa Cruz de Tenerife|Cantabria|Segovia|Sevilla|Soria|Tarragona|Teruel|Toledo|Valencia/València|' +
  'Valladolid|Bizkaia|Zamora|Zaragoza|Ceuta|Melilla'
).split('|')

export const provinceNumber = (number: number): string | undefined => names[number - 1]

/** What people also call a province. The co-official halves of the names above need no entry. */
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

/** `Coruña, A` → `A Coruña`; `Getafe (Madrid)` → `Getafe`, of Madrid: as tables of the institute have them. */
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

/** The towns of these provinces whose name is another. */
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
/** What its capital is called, and the province itself. */
export const placesIn = (province: string): string[] => [
  ...province.split('/'),
  ...(otherNames[province] ?? []),
  ...(capitals[province] ?? []),
]

/** Whether `place` is just another way to write `province`. Oviedo is not Asturias. */
export const namesProvince = (place: string, province: string): boolean =>
  spellingsOf(province).includes(fold(splitTown(place).city))

/** The province that a place has its name from: `Lérida` → `Lleida`. */
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

/** Autonomous communities are no part of a postal address, though people write them where a form asks for a state. */
export const isRegion = (place: string): boolean => regions.has(fold(place))
