import { type Language, languages } from '@lacre/letter/looks/languages.ts'
import { expect, test } from 'vitest'
import { findLanguage } from './find-language.ts'

const letters: Record<Language, string[]> = {
  es: [
    'Querida Elena: te escribo desde Málaga, donde ha llovido toda la semana y la casa huele a tierra.',
    'Muy señores míos: les ruego que me envíen una copia de la factura del mes de abril, pues no la he recibido.',
    'Le escribo por el asunto de la comunidad. Mi vecino de Vielha dice «som-hi, que és tard i vol ploure, i els nens no han vingut», y nada más.',
    'I. Montserrat i Puig, Carrer de la Mar, 3. Les comunico que el contrato de alquiler queda extinguido.',
  ],
  ca: [
    'Estimada Núria: fa dies que no sabem res de tu i la mare pregunta cada vespre si has arribat bé a Girona.',
    'Benvolguts senyors, els escric per demanar una còpia de la factura del mes d’abril, perquè no l’hem rebuda.',
    'Hola avi! Avui hem anat a la platja amb els cosins i l’aigua era molt freda. Et trobem a faltar.',
  ],
  gl: [
    'Querida Uxía: hai tempo que non che escribo, pero hoxe chove e a casa está chea de xente que fala de ti.',
    'Estimados señores: escríbolles para pedir unha copia da factura do mes de abril, porque non a recibín.',
    'Ola, avoa! Onte fomos á praia cos curmáns e a auga estaba moi fría. Botámoste moito de menos.',
  ],
  eu: [
    'Kaixo, Amaia: aspaldian ez dizut idatzi, baina gaur euria ari du eta etxea jendez beteta dago.',
    'Jaun-andreok: apirileko fakturaren kopia bat eskatzeko idazten dizuet, ez baitugu oraindik jaso. Eskerrik asko.',
    'Aitona maitea: gaur hondartzan izan gara lehengusuekin eta ura oso hotza zegoen. Zure falta sumatzen dugu.',
  ],
  en: [
    'Dear Emily, it has been a long time since I wrote to you, but today it rains and the house is quiet.',
    'Dear Sir or Madam, I am writing to ask for a copy of the invoice for April, which we have not received.',
    'Hello Grandpa! We went to the beach today with our cousins and the water was very cold. We miss you.',
  ],
  fr: [
    'Chère Camille, il y a longtemps que je ne vous ai pas écrit, mais il pleut et la maison est pleine.',
    'Madame, Monsieur, je vous écris pour demander une copie de la facture du mois d’avril, que nous n’avons pas reçue.',
    'Bonjour papi ! Nous sommes allés à la plage avec les cousins et l’eau était très froide. Tu nous manques.',
  ],
  de: [
    'Liebe Hanna, ich habe dir lange nicht geschrieben, aber heute regnet es und das Haus ist voll.',
    'Sehr geehrte Damen und Herren, ich bitte Sie um eine Kopie der Rechnung für April, die wir nicht erhalten haben.',
    'Hallo Opa! Wir waren heute mit den Cousins am Strand und das Wasser war sehr kalt. Wir vermissen dich.',
  ],
  pt: [
    'Querida Inês: há muito tempo que não te escrevo, mas hoje chove e a casa está cheia de gente.',
    'Exmos. Senhores: venho pedir uma cópia da fatura do mês de abril, porque ainda não a recebi.',
    'Olá, avó! Ontem fomos à praia com os primos e a água estava muito fria. Temos muitas saudades tuas.',
  ],
}

test.each(languages.flatMap((language) => letters[language].map((text) => [language, text] as const)))(
  '%s is found: %s',
  (language, text) => {
    expect(findLanguage(`<p>${text}</p>`)).toBe(language)
  },
)

test.each([
  '',
  '<p></p>',
  '<p>Hola</p>',
  '<p>Dear Emily</p>',
  '<p>Bon Nadal i feliç any nou!</p>',
  '<p>Ok, nos vemos. A. Costa</p>',
  '<p>ES91 2100 0418 4502 0005 1332, www.the-house.example/of/the/is/and</p>',
  '<p>Γεια σου</p>',
])('too little text is Spanish: %s', (html) => {
  expect(findLanguage(html)).toBe('es')
})

test('text inside tags does not count', () => {
  const html = `<p title="the of and to in is it you that he was for on are with">${letters.ca[0]!}</p><img src="data:image/png;base64,the/of/and/to/is/it/you">`
  expect(findLanguage(html)).toBe('ca')
})
