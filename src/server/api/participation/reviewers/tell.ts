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

/** Somebody who is told something, by a notice at once and a mail. */
export interface Reader {
  id: number
  firstName: string
  email: string | null
  language: Language | null
}

export interface Told {
  kind: NoticeKind
  /** Fills the texts of notice and mail; `context` chooses between them. */
  values: Record<string, string>
  path: string
}

export function tell(ctx: Ctx, { id, firstName, email, language }: Reader, { kind, values, path }: Told): Statement[] {
  const letter = { ...values, name: firstName, link: `${ctx.env.PORTAL_ORIGIN}${path}` }
  return [
    notify(ctx, { userId: id, kind, values, path }),
    ...(email ? writeMail(ctx, { recipient: email, userId: id, language, name: kind, values: letter }) : []),
  ]
}

const readersAtMost = 10

const holds = (...roles: Role[]) => sql`exists (select 1 from ${rolesOfPeople} held_role
  where held_role.user_id = carers.id and held_role.role in (select value from json_each(${JSON.stringify(roles)})))`

/** The organisation list of the carer's role holds the learner; no list holds everybody. */
const listHolds = (role: Role, learnerId: number) => {
  const list = sql`select list.reference_id from ${extensionsOfRoles} list
    where list.user_id = carers.id and list.role = ${role} and list.kind = 'Organization'`
  return sql`(not exists (${list}) or exists (select 1 from ${membersOfBranches} member
    where member.user_id = ${learnerId} and member.root_id in (${list})))`
}

/** The same as `decidesAbout`, of each row of `carers`. */
const carerReaches = (learnerId: number) => sql`case
  when ${holds('SuperAdministrator')} then true
  when ${holds('Administrator')} then ${isUnprotected(learnerId)} and ${listHolds('Administrator', learnerId)}
  when ${holds('Educator')} then ${listHolds('Educator', learnerId)}
  else false end`

/**
 * Lists who looks after a submission and may read it: the person that it was given to, else those who answer for the education and have
 * the learner within their own list. Never its author.
 */
export const listCarers = (
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
  db.rows<Reader>(sql`
    select carers.id, carers.first_name as firstName, carers.email, carers.language from ${peopleView} carers
    where carers.inactive_at is null and carers.id <> ${userId} and (
      (carers.id = ${assigneeId} and ${holds('Educator', 'Administrator', 'SuperAdministrator')})
      or (${assigneeId} is null and ${carerReaches(userId)} and carers.id in (
        select part_responsibles.user_id from ${responsiblesOfEducations} part_responsibles
        join ${partsOfEducations} responsible_parts on responsible_parts.education_id = part_responsibles.education_id
        where responsible_parts.education_part_id = ${educationPartId}
          and responsible_parts.education_id = coalesce(${educationId}, responsible_parts.education_id))))
    order by carers.id limit ${readersAtMost}`)

interface HandedIn {
  title: string
  educationId: number | null
  submissionId: number | null
  assigneeId: number | null
}

/** A new file is news for whoever is to read it. */
export async function tellOfHandIn(ctx: Ctx, place: HandedIn, educationPartId: number): Promise<Statement[]> {
  const carers = await listCarers(ctx.db, {
    assigneeId: sql`${place.assigneeId}`,
    educationId: sql`${place.educationId}`,
    educationPartId: sql`${educationPartId}`,
    userId: ctx.actor.id,
  })
  const path = `/inlamningsuppgifter?part=${educationPartId}`
  const values = { title: place.title, name: ctx.actor.name }
  // A desk fills up by itself: no mail, which would come with every one of a course's files.
  return carers.map(({ id }) => notify(ctx, { userId: id, kind: 'submissionHandedIn', values, path }))
}
