/** Calls for templates, letters kept to write from again (design/writing.md#templates). */
import { z } from 'zod'
import { cleanLine } from '../content/tree.ts'
import { longestTemplateName } from '../content/limits.ts'
import { looks } from './calls.ts'

/** Chosen by the browser, like a draft's. */
export const templateId = z.object({ id: z.uuid() })
const unnamed = `Ponga a la plantilla un nombre de ${longestTemplateName} caracteres como mucho.`
export const keepTemplateBody = z
  .object({
    name: z.string().overwrite(cleanLine).min(1, unnamed).max(longestTemplateName, unnamed),
    content: z.string(),
    ...looks.shape,
  })
  .meta({ example: { name: 'Felicitación de Navidad', content: '<p>Queridos todos:</p>' } })
export type KeepTemplateBody = z.infer<typeof keepTemplateBody>
/** `keptAt`: when it was first saved; renaming does not change it. */
export const keptTemplate = z.object({ id: z.string(), name: z.string(), keptAt: z.string() })
export type KeptTemplate = z.infer<typeof keptTemplate>
export const templateList = z.object({ templates: z.array(keptTemplate) })
export type TemplateList = z.infer<typeof templateList>
export const template = keptTemplate.extend({ content: z.string(), ...looks.shape })
export type Template = z.infer<typeof template>
