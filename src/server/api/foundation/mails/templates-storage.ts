import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { personName } from '#api/foundation/audit/people.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { type MailLanguage, type Template, toMarkedText, toPlaceholderText, type Wording } from './rules.ts'
import { mailTemplates } from './table.ts'

const selectWordings = (db: Database) =>
  db.query
    .select({
      template: mailTemplates,
      changedBy: personName(sql`mail_templates.changed_by_user_id`).as('changed_by'),
    })
    .from(mailTemplates)

type Row = Awaited<ReturnType<typeof selectWordings>>[number]

const wordingFrom = ({ template, changedBy }: Row) => {
  const { name, variant, language, subject, body, changedAt } = template
  return {
    name,
    variant,
    language,
    subject: toPlaceholderText(subject),
    text: toPlaceholderText(body),
    changedAt,
    changedBy,
  }
}
export type StoredWording = ReturnType<typeof wordingFrom>

/**
 * Lists the custom wordings of e-mails, of all templates and languages, in no order; empty when all texts are original.
 */
export async function listWordings(db: Database): Promise<StoredWording[]> {
  const rows = await selectWordings(db)
  return rows.map(wordingFrom)
}

/**
 * Lists the custom wordings of an e-mail template in no order, at most one for each language; empty when all are
 * original.
 */
export async function listTemplateWordings(db: Database, { name, variant }: Template): Promise<StoredWording[]> {
  const where = and(eq(mailTemplates.name, name), eq(mailTemplates.variant, variant ?? ''))
  const rows = await selectWordings(db).where(where)
  return rows.map(wordingFrom)
}

interface EditedWording extends Wording {
  language: MailLanguage
  /** Time of the change that the editor began with; null for the original wording. */
  seen: Date | null
}

/**
 * Returns the statement that saves the custom wording of an e-mail in one language, with the caller as its author.
 * Optimistic locking: the commit fails as `changed_meanwhile` when the stored wording has another version than `seen`,
 * or `seen` is missing and there is one. A wording that has been removed is stored again.
 */
export function saveWording(
  ctx: Ctx,
  { name, variant }: Template,
  { language, seen, ...wording }: EditedWording,
): Statement {
  const words = {
    subject: toMarkedText(wording.subject),
    body: toMarkedText(wording.text),
    changedByUserId: ctx.actor.id,
  }
  const insert = ctx.db.query
    .insert(mailTemplates)
    .values({ name, variant: variant ?? '', language, ...words, changedAt: ctx.now })
  return seen
    ? insert.onConflictDoUpdate({
        target: [mailTemplates.name, mailTemplates.variant, mailTemplates.language],
        set: { ...words, changedAt: ifUnmodifiedSince(mailTemplates.changedAt, seen, ctx.now) },
      })
    : insert
}

/**
 * Returns the statement that removes the custom wording of an e-mail in one language, so that the original is used;
 * without one it removes nothing. No version is compared.
 */
export const removeWording = (ctx: Ctx, { name, variant }: Template, language: MailLanguage): Statement =>
  ctx.db.query
    .delete(mailTemplates)
    .where(
      and(eq(mailTemplates.name, name), eq(mailTemplates.variant, variant ?? ''), eq(mailTemplates.language, language)),
    )
