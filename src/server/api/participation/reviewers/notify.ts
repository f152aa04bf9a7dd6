import { type SQL, sql } from 'drizzle-orm'
import type { Language, Role } from '#api/actor.ts'
import { partsOfEducations, responsiblesOfEducations } from '#api/catalogue/educations/views.ts'
import type { Ctx } from '#api/context.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import type { NoticeKind } from '#api/foundation/notices/contract.ts'
import { notify } from '#api/foundation/notices/storage.ts'
import { isUnprotected } from '#api/people/reach/branches.ts'
import { extensionsOfRoles, rolesOfPeople } from '#api/people/roles/views.ts'
import { membersOfBranches, peopleView } from '#api/people/users/views.ts'
import type { Database, Statement } from '#platform/database.ts'

/** The recipient of a notice and a mail. */
export interface NotificationRecipient {
  id: number
  firstName: string
  email: string | null
  language: Language | null
}

/** A notification about a submission or a comment. */
export interface ReviewNotification {
  kind: NoticeKind
  /** Name of the mail's template; the kind when it is absent. */
  mail?: string
  /** Placeholders of the texts of notice and mail; `context` selects a variant of the text. */
  values: Record<string, string>
  path: string
  /** Part result whose next step the mail names when it is sent. */
  stepResultId?: number | undefined
}

/**
 * Returns the statements that write a notice about a submission or comment to one person, and a mail if there is an
 * e-mail address. The template of the mail is that of `mail`, or of the kind.
 */
export function notifyPerson(
  ctx: Ctx,
  { id, firstName, email, language }: NotificationRecipient,
  { kind, mail = kind, values, path, stepResultId }: ReviewNotification,
): Statement[] {
  const mailValues = { ...values, name: firstName, link: `${ctx.env.PORTAL_ORIGIN}${path}` }
  return [
    notify(ctx, { userId: id, kind, values, path }),
    ...(email
      ? writeMail(ctx, { recipient: email, userId: id, language, name: mail, values: mailValues, stepResultId })
      : []),
  ]
}

const maxReviewers = 10

/** SQL: the person of the row of `carers` has one of the roles. */
const hasRole = (...roles: Role[]) => sql`exists (select 1 from ${rolesOfPeople} held_role
  where held_role.user_id = carers.id and held_role.role in (select value from json_each(${JSON.stringify(roles)})))`

/**
 * SQL: the role's organisations of the row of `carers` include the learner; without organisations, the role is for
 * everybody.
 */
const roleIncludes = (role: Role, learnerId: number) => {
  const list = sql`select list.reference_id from ${extensionsOfRoles} list
    where list.user_id = carers.id and list.role = ${role} and list.kind = 'Organization'`
  return sql`(not exists (${list}) or exists (select 1 from ${membersOfBranches} member
    where member.user_id = ${learnerId} and member.root_id in (${list})))`
}

/**
 * SQL: the person of the row of `carers` is responsible for the learner: `decidesAbout` for a row instead of an actor.
 */
const carerReaches = (learnerId: number) => sql`case
  when ${hasRole('SuperAdministrator')} then true
  when ${hasRole('Administrator')} then ${isUnprotected(learnerId)} and ${roleIncludes('Administrator', learnerId)}
  when ${hasRole('Educator')} then ${roleIncludes('Educator', learnerId)}
  else false end`

/**
 * Lists the active people to notify about a submission or comment, at most 10, by id. They are its assignee, else the
 * people responsible for the education, or without one for any that has the part, whose role includes the learner,
 * `userId`. Never the learner. An assignee below educators is left out. The other ids are SQL, also of null.
 */
export const listReviewers = (
  db: Database,
  {
    assigneeId,
    educationId,
    educationPartId,
    userId,
  }: Record<'assigneeId' | 'educationId' | 'educationPartId', SQL> & {
    userId: number
  },
) =>
  db.rows<NotificationRecipient>(sql`
    select carers.id, carers.first_name as firstName, carers.email, carers.language from ${peopleView} carers
    where carers.inactive_at is null and carers.id <> ${userId} and (
      (carers.id = ${assigneeId} and ${hasRole('Educator', 'Administrator', 'SuperAdministrator')})
      or (${assigneeId} is null and ${carerReaches(userId)} and carers.id in (
        select part_responsibles.user_id from ${responsiblesOfEducations} part_responsibles
        join ${partsOfEducations} responsible_parts on responsible_parts.education_id = part_responsibles.education_id
        where responsible_parts.education_part_id = ${educationPartId}
          and responsible_parts.education_id = coalesce(${educationId}, responsible_parts.education_id))))
    order by carers.id limit ${maxReviewers}`)

interface NewFile {
  title: string
  educationId: number | null
  submissionId: number | null
  assigneeId: number | null
}

/**
 * Returns the statements that write a notice of a file that the caller has handed in. It goes to the assignee, else to
 * at most ten people responsible for the education. No mail is written.
 */
export async function notifyReviewersOfHandIn(
  ctx: Ctx,
  submission: NewFile,
  educationPartId: number,
): Promise<Statement[]> {
  const reviewers = await listReviewers(ctx.db, {
    assigneeId: sql`${submission.assigneeId}`,
    educationId: sql`${submission.educationId}`,
    educationPartId: sql`${educationPartId}`,
    userId: ctx.actor.id,
  })
  const path = `/inlamningsuppgifter?part=${educationPartId}`
  const values = { title: submission.title, name: ctx.actor.name }
  // No mail: the list of reviews shows new files, and a course would send one mail per file.
  return reviewers.map(({ id }) => notify(ctx, { userId: id, kind: 'submissionHandedIn', values, path }))
}
