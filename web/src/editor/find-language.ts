import { type Language, languages, usualLanguage } from '@lacre/letter/looks/languages.ts'

/** Frequent words; a word of several languages counts less. */
const frequentWords: Record<Language, string> = {
  es: 'el la los las del y en un una es por con para no se su lo como más pero le les ha me si sin este ya cuando todo esta muy también fue hay donde desde porque nos te mi tu usted han hemos estoy está al eso hola de a que',
  ca: 'el la els les del dels i en un una és per amb no es seu com més però si sense aquest aquesta ja quan tot molt també va hi on des perquè ens et em meu teva meva vostè vaig han hem estic està ha al als gràcies molta pel pels ho li són fa bé dia dies res avui hola de a que',
  gl: 'o a os as do da dos das e en un unha é por con para non se seu como máis pero polo pola coa co lle che ao aos á me si sen este xa cando todo moi moito tamén foi hai onde dende porque nos te meu túa miña teu na nas eu estou está estaba unhas esta dun dunha nun nunha ou hoxe onte ola de que',
  eu: 'eta da ez bat du dut zen ere baina hau hori dira naiz zara gara dago nire zure gure izan egin behar oso ondo gaur bai zer nola non noiz zuen bidez dugu dit dizut dizuet duzu dute dela zela nuen ditut oraindik beti berriz hemen kaixo maite eskerrik asko ditu nik zuk nago zaude agur',
  en: 'the of and to in is it you that he was for on are with as his they be at have this from or had by but not what all were we when your can my me so will our dear a no she her has been would there',
  fr: 'le la les des du et à un une est que qui dans pour pas ne sur se au aux avec ce il elle nous vous je son sa ses plus par mais ou où sont été cette mon ma mes votre vos très bien tout comme cher chère de en',
  de: 'der die das und in den von zu mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch ich du wir ihr mein dein lieber liebe',
  pt: 'o a os as do da dos das e em um uma é por com para não se seu como mais mas pelo pela pelos pelas lhe ao aos à me sim sem este já quando todo muito muita muitas também foi há onde desde porque nos te meu minha tua na nas eu estou está estava ainda hoje ontem olá você isso ele ela são num numa de que',
}
/** Fewer than this may be a greeting or a name. */
const least = 5
/** Factor over the score of Spanish: a Spanish letter may quote another language. */
const clearly = 2
/** Lower-case words only: names and web addresses do not tell the language. */
const words = /(?<![\p{L}\d./@:-])\p{Ll}+(?![\p{L}\d/@]|[.:-][\p{L}/])/gu

let languagesByWord: Map<string, Language[]> | undefined
function indexWords() {
  const found = new Map<string, Language[]>()
  for (const language of languages)
    for (const word of frequentWords[language].split(' '))
      found.set(word, [...(found.get(word) ?? []), language])
  return found
}

export function findLanguage(html: string): Language {
  languagesByWord ??= indexWords()
  const scores = new Map(languages.map((language) => [language, { words: 0, score: 0 }]))
  // Not by a regular expression: on the photos inside the tags it takes 100 ms.
  const text = html.split('<').map((part) => part.slice(part.indexOf('>') + 1))
  for (const [word] of text.join(' ').matchAll(words)) {
    const all = languagesByWord.get(word) ?? []
    for (const language of all) {
      const one = scores.get(language)!
      one.words++
      one.score += 1 / all.length
    }
  }
  const [best, { words: count, score }] = [...scores].reduce((one, other) =>
    other[1].score > one[1].score ? other : one,
  )
  return count >= least && score >= clearly * scores.get(usualLanguage)!.score ? best : usualLanguage
}
