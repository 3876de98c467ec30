import { looksOf, unusual } from '@lacre/letter/looks/looks.ts'
import type {
  KeepTemplateBody,
  KeptTemplate,
  Template,
  TemplateList,
} from '@lacre/letter/looks/template-calls.ts'
import { ask, type Answer } from '../../api.ts'

const path = (id: string) => `/templates/${encodeURIComponent(id)}`

/** The account's templates (design.md#templates). */
export const listTemplates = () => ask<TemplateList>({ method: 'GET', path: '/templates/', bearer: true })
export const readTemplate = (id: string) => ask<Template>({ method: 'GET', path: path(id), bearer: true })
export const keepTemplate = (id: string, body: KeepTemplateBody) =>
  ask<KeptTemplate>({ method: 'PUT', path: path(id), body, bearer: true })

/** As it was kept, under this name. */
export const keepAs = (name: string, template: Template): Promise<Answer<KeptTemplate>> =>
  keepTemplate(template.id, { name, content: template.content, ...unusual(looksOf(template)) })

export async function renameTemplate(id: string, name: string): Promise<Answer<KeptTemplate>> {
  const found = await readTemplate(id)
  return found.ok ? keepAs(name, found.body) : found
}

/** Answers what there was, so that it can be brought back. */
export async function removeTemplate(id: string): Promise<Answer<Template>> {
  const found = await readTemplate(id)
  if (!found.ok) return found
  const gone = await ask({ method: 'DELETE', path: path(id), bearer: true }, () => Promise.resolve(null))
  return gone.ok ? found : gone
}
