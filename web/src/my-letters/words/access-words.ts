/** Of a letter that is shown as figures, in the list. */
export const paidUnproven = 'Pagada con su correo, antes de que usted lo confirmara'

export const figuresOnly =
  'Alguien pagó esta carta con su dirección de correo antes de que usted la confirmara; quizá se equivocó al escribirla. Una carta es de quien la escribe, así que aquí no se muestran ni su texto ni a quién va: solo cómo va y su recibo.'
export const ifItWasYou =
  'Si fue usted, cierre la sesión y entre con la contraseña que eligió entonces: podrá leerla y, mientras esté a tiempo, cancelarla.'

/** To who signed in to a claim whose address somebody else has proven. */
export const onlyPaidLetters =
  'Otra persona ha confirmado este correo. Aquí tiene las cartas que pagó: puede leerlas, descargarlas y cancelarlas mientras estén a tiempo. Para escribir otra, cierre la sesión y cree una cuenta con su propio correo.'
