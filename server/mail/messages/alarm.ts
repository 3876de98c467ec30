import { atHour, longDate, madridDay } from '@lacre/letter/days.ts'
import type { MailContent } from '../mail-content.ts'
import type { MailData } from '../queue-mail.ts'

const subjects = {
  began: 'Aviso: algo no va bien en Lacre',
  continues: 'Aviso: sigue sin ir bien',
  over: 'Ya ha pasado lo que se avisó',
} satisfies Record<MailData['alarm']['news'], string>

/** To whoever runs the site. */
export function alarm({ news, since, says, runbook }: MailData['alarm']): MailContent {
  const began = new Date(since)
  return {
    subject: subjects[news],
    parts: [
      { says },
      { says: `Desde el ${longDate(madridDay(began))} ${atHour(began)}.` },
      {
        says:
          news === 'over'
            ? 'Se dio por terminado al volver a mirarlo.'
            : `Qué hacer: docs/operating.md, apartado ${runbook}. Se repite cada día hasta que pase.`,
      },
    ],
  }
}
