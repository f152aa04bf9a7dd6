import type { Ctx } from '#api/context.ts'
import { auditEdit } from '#api/foundation/audit/edits/audit-edit.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { EditableTemplate, NewWording } from './contract.ts'
import { findTemplate, listPlaceholders, originalWording, sampleValues } from './originals.ts'
import {
  fillSamples,
  listRequiredPlaceholders,
  listWordingProblems,
  type MailLanguage,
  mailLanguages,
  mailTopic,
  type Template,
} from './rules.ts'
import { wordingSnapshot } from './snapshot.ts'
import { listTemplateWordings, removeWording, saveWording } from './templates-storage.ts'

function named(name: string, variant: string): Template {
  const template = findTemplate(name, variant)
  if (!template) throw new Refused('not_found')
  return template
}

async function shown(ctx: Ctx, template: Template): Promise<EditableTemplate> {
  const wordings = await listTemplateWordings(ctx.db, template)
  return {
    ...template,
    topic: mailTopic(template.name),
    placeholders: listPlaceholders(template),
    required: listRequiredPlaceholders(originalWording(template, 'sv').text),
    texts: mailLanguages.map((language) => {
      const own = wordings.find((one) => one.language === language)
      const samples = sampleValues(language, ctx.env.PORTAL_ORIGIN)
      const original = originalWording(template, language)
      return {
        language,
        subject: own?.subject ?? original.subject,
        text: own?.text ?? original.text,
        original,
        signature: fillSamples(translator(language, 'mails')('signature'), samples),
        samples,
        lastChange: own?.changedAt ?? null,
        changedBy: own?.changedBy ?? null,
      }
    }),
  }
}

/**
 * Loads a mail template for editing: its present wording in each language, the original one and the placeholders. An
 * empty `variant` is the template without variants. Access is not checked here.
 *
 * @throws Refused('not_found') when there is no such template.
 */
export const loadTemplate = (ctx: Ctx, name: string, variant: string) => shown(ctx, named(name, variant))

/** Refuses a wording with problems; the refusal names the field and the placeholder. */
function refuseProblems(ctx: Ctx, template: Template, wording: NewWording): void {
  const required = listRequiredPlaceholders(originalWording(template, 'sv').text)
  const problems = listWordingProblems(wording, listPlaceholders(template), required)
  if (problems.length === 0) return
  const t = translator(ctx.language, 'refusals')
  const fields = problems.map(({ field, problem, name }) => [field, t(`invalid.mail_${problem}`, { name })])
  throw new Refused('invalid_input', { fields: Object.fromEntries(fields) })
}

const targetOf = ({ name, variant }: Template, language: MailLanguage) => ({
  type: 'mailTemplate' as const,
  id: [name, variant, language].filter(Boolean).join(' '),
})

/**
 * Saves a custom wording of a mail in one language, with an audit entry, and returns the template. Mails that are
 * already in the outbox keep their text. The commit fails as `changed_meanwhile` when the wording has another version
 * than `lastChange`, which is null for the original one. Access is not checked here.
 *
 * @throws Refused('not_found') when there is no such template.
 * @throws Refused('invalid_input') when a placeholder is unknown, broken or missing; names the field and the
 * placeholder.
 */
export async function saveTemplate(ctx: Ctx, name: string, wording: NewWording): Promise<EditableTemplate> {
  const template = named(name, wording.variant)
  refuseProblems(ctx, template, wording)
  const { language, subject, text, lastChange: seen } = wording
  const of = wordingSnapshot(name, wording.variant, language)
  const audit = auditEdit(ctx, { action: 'mail.templateChanged', target: targetOf(template, language), of })
  await ctx.db.commit([audit.before, saveWording(ctx, template, { language, subject, text, seen }), ...audit.after])
  return shown(ctx, template)
}

/**
 * Restores the original wording of a mail in one language, with an audit entry, and returns the template. Writes
 * nothing when the wording is the original one. No version is compared, so a wording saved at the same time is lost.
 * Access is not checked here.
 *
 * @throws Refused('not_found') when there is no such template.
 */
export async function resetTemplate(
  ctx: Ctx,
  name: string,
  { variant, language }: { variant: string; language: MailLanguage },
): Promise<EditableTemplate> {
  const template = named(name, variant)
  const wording = (await listTemplateWordings(ctx.db, template)).find((one) => one.language === language)
  if (wording) {
    const { subject, text } = wording
    await ctx.db.commit([
      removeWording(ctx, template, language),
      recordAudit(ctx, 'mail.templateReset', targetOf(template, language), { before: { subject, text } }),
    ])
  }
  return shown(ctx, template)
}
