import { TextSelection } from 'prosemirror-state'
import type { Editor } from '../editor/editor.ts'

const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('')

/** The writer fills in the parts in brackets. */
export const beginnings = {
  Cumpleaños: paragraphs(
    'Querida [nombre]:',
    '¡Feliz cumpleaños! Podría habértelo dicho por teléfono, pero un día así merece algo que se pueda guardar en un cajón y volver a leer.',
    'Cuando pienso en ti, lo primero que me viene a la cabeza es [un recuerdo de los dos]. Todavía me hace sonreír.',
    'Te deseo un año con salud, con buenas noticias y con muchas sobremesas largas. Y que lo celebremos juntos muy pronto.',
    'Con todo mi cariño,',
    '[su nombre]',
  ),
  Pésame: paragraphs(
    'Querida [nombre]:',
    'He sabido de la muerte de [quien ha fallecido] y no encuentro palabras que estén a la altura. Solo quiero que sepas que te acompaño de corazón.',
    'Guardo de [quien ha fallecido] un recuerdo que no se me va a borrar: [un recuerdo].',
    'No hace falta que contestes a esta carta. Si un día te apetece hablar, pasear o simplemente no estar a solas, llámame; a cualquier hora me viene bien.',
    'Un abrazo muy fuerte,',
    '[su nombre]',
  ),
  Gracias: paragraphs(
    'Querida [nombre]:',
    'Hay cosas que se agradecen mejor por escrito. Gracias por [lo que hizo por usted].',
    'Quizá para ti no fuera gran cosa; para mí lo fue. Llegó justo cuando hacía falta, y no lo voy a olvidar.',
    'Espero poder devolvértelo algún día. Mientras tanto, que esta carta te recuerde lo mucho que te aprecio.',
    'Un abrazo grande,',
    '[su nombre]',
  ),
  Invitación: paragraphs(
    'Querida [nombre]:',
    'Vamos a celebrar [qué se celebra] y no sería lo mismo sin ti.',
    'Nos reuniremos el [día] a las [hora] en [lugar]. Habrá buena comida, gente querida y tiempo para charlar sin prisa.',
    'Dinos, por favor, si podrás venir antes del [día], para guardarte un sitio. Nos haría muchísima ilusión.',
    'Hasta muy pronto,',
    '[su nombre]',
  ),
  'Baja de un contrato': paragraphs(
    'A la atención del servicio de atención al cliente',
    'Asunto: baja del contrato n.º [número de contrato]',
    'Estimados señores:',
    'Por la presente les comunico mi decisión de dar de baja el contrato indicado, del que soy titular, con NIF [su NIF], con efectos desde [fecha].',
    'Les ruego que, a partir de ese día, no giren más recibos a mi cuenta y que me confirmen por escrito la fecha de la baja y, si la hay, la liquidación pendiente.',
    'En espera de su respuesta, les saluda atentamente,',
    '[su nombre y apellidos]',
  ),
  'Carta a los Reyes': paragraphs(
    'Queridos Reyes Magos:',
    'Me llamo [nombre] y tengo [edad] años. Este año me he portado [cómo se ha portado], aunque alguna travesura se me ha escapado.',
    'Si no pesa mucho para los camellos, me gustaría que me trajerais:',
  )
    .concat('<ul><li><p>[un regalo]</p></li><li><p>[otro regalo]</p></li></ul>')
    .concat(
      paragraphs(
        'Y para mi familia y para quien más lo necesite, salud y muchas alegrías.',
        'Os dejaré agua para los camellos y algo dulce para vosotros. ¡Buen viaje!',
        'Con mucha ilusión,',
        '[nombre]',
      ),
    ),
}

export const beginningNames = Object.keys(beginnings) as (keyof typeof beginnings)[]

/** Selects the first part in brackets, so that typing replaces it. */
export function selectFirstPlace({ view }: Editor): void {
  let place: { from: number; to: number } | undefined
  view.state.doc.descendants(({ text }, at) => {
    const found = !place && /\[[^\]]+\]/.exec(text ?? '')
    if (found) place = { from: at + found.index, to: at + found.index + found[0].length }
    return !place
  })
  if (!place) return
  const { from, to } = place
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, from, to)).scrollIntoView())
}
