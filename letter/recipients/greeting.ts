import { cleanLine } from '../content/tree.ts'
import { bare, calledBy, groups, kin, type Recipient } from './called.ts'

const listed = (names: string) => new Set(names.split(' '))
/** First names whose ending shows no gender, or the wrong one. */
const women = listed(
  'carmen pilar isabel maribel anabel dolores loli mercedes merche raquel beatriz ines ester esther belen luz rosario charo consuelo amparo socorro rocio sagrario montserrat noemi lourdes nieves soledad encarnacion concepcion conchi asuncion ascension purificacion visitacion consolacion milagros remedios angeles irene maite leire ane itziar miren nekane ruth judit judith miriam mar paz sol abril carme merce roser meritxell nuri mari paqui elisabet elisabeth elizabeth iratxe edurne ainhoe araceli yolanda virtudes',
)
const men = listed(
  'jose juan luis carlos angel miguel manuel rafael daniel gabriel samuel joaquin martin agustin fermin benjamin valentin javier oscar cesar hector victor salvador ivan adrian julian fabian sebastian cristian christian jesus andres marcos lucas nicolas tomas elias matias isaias jorge felipe vicente enrique jaime pepe felix david raul saul ruben ramon simon aaron german hernan abel ismael israel joel eloy jordi xavi javi xavier joan josep pau marc oriol marti iker aitor unai asier mikel xabier jon ander eneko inaki inigo anton xoan brais moises gines leo noe dani santi rafa borja luca gorka chema josema txema kepa koldo joshua bautista',
)
const ladies = listed('sra srta dra da dna dona senora senorita doctora profa excma ilma')
const gentlemen = listed('sr dr d don senor doctor excmo ilmo')

type Gender = 'f' | 'm'
const ending = { f: 'a', m: 'o' }

function genderOf(word: string): Gender | undefined {
  const name = bare(word)
  if (women.has(name) || kin.f.has(name)) return 'f'
  if (men.has(name) || kin.m.has(name)) return 'm'
  // `M.ª`
  if (/^ma?$/.test(name) && word.endsWith('ª')) return 'f'
  if (/^\p{L}{2,}a$/u.test(name)) return 'f'
  return /^\p{L}{2,}o$/u.test(name) ? 'm' : undefined
}
const titleOf = (word: string): Gender | undefined =>
  ladies.has(bare(word)) ? 'f' : gentlemen.has(bare(word)) ? 'm' : undefined

/** `ANA` and `ana` are Ana. */
function capitalised(word: string): string {
  const isPlain = word === word.toLowerCase() || (word === word.toUpperCase() && word.length > 2)
  const isSmall = /^(?:y|e|del?|la|las|los)$/.test(word)
  return isPlain && !isSmall ? word.charAt(0).toUpperCase() + word.slice(1).toLowerCase() : word
}

const dear = (gender: Gender | undefined, words: string, many = '') =>
  gender ? `Querid${ending[gender]}${many} ${words}` : `Hola, ${words}`
const sirs = 'Estimados señores'

/**
 * The replacement of `{saludo}`: the sender's own, else by first name, kinship or title; neutral where they show no
 * gender.
 */
export function greetingFor(recipient: Recipient): string {
  const written = cleanLine(recipient.greeting ?? '').replace(/[\s:,;]+$/, '')
  if (written) return written
  const name = cleanLine(recipient.name)
  const [title = ''] = name.split(' ')
  const words = calledBy(recipient).split(' ').map(capitalised)
  const [first = '', ...rest] = words
  const called = words.join(' ')
  if (!called) return ''

  const ofFamily = bare(first).replace(/s$/, '')
  const relation = kin.f.has(ofFamily) ? 'f' : kin.m.has(ofFamily) ? 'm' : undefined
  const isMany = bare(first).endsWith('s')
  if (relation) return dear(relation, [first.toLowerCase(), ...rest].join(' '), isMany ? 's' : '')
  if (bare(first) === 'familia') return dear('f', [first.toLowerCase(), ...rest].join(' '))
  if (/^l[oa]s$/i.test(first))
    return greetingFor({ ...recipient, name: rest.join(' '), called: '' }).replace(
      /^Hola,/,
      first.toLowerCase() === 'las' ? 'Queridas' : 'Queridos',
    )
  if (groups.has(bare(first)) || /^(?:el|la)$/i.test(first) || company.test(name)) return sirs
  const sex = titleOf(title)
  if (/^sr[ae]s$/.test(bare(first)) || (sex && isPair(words)))
    return `Estimad${bare(first).startsWith('sras') ? 'as' : 'os'} ${called}`
  if (sex) return `Estimad${ending[sex]} ${rest.length || first === title ? '' : `${title} `}${called}`
  if (!isPair(words)) return dear(genderOf(first), called)
  const genders = called.split(/,? (?:y|e) |, /).map((one) => genderOf(one.split(' ')[0]!))
  return dear(genders.every(Boolean) ? (genders.includes('m') ? 'm' : 'f') : undefined, called, 's')
}

const company = /\bS\. ?[ALC]\.|\bS[AL]U?$/i
const isPair = (words: string[]) => words.includes('y') || words.includes('e')
