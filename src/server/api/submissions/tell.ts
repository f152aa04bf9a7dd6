import { type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import type { Language } from '../actor.ts'
import type { Ctx } from '../context.ts'
import { writeMail } from '../mails/write-mail.ts'
import type { NoticeKind } from '../notices/contract.ts'
import { notify } from '../notices/storage.ts'

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

/** Who looks after a submission: whoever it was given to, else those who answer for the education. Never its author. */
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
    select carers.id, carers.first_name as firstName, carers.email, carers.language from users carers
    where carers.inactive_at is null and carers.id <> ${userId} and (
      carers.id = ${assigneeId} or (${assigneeId} is null and carers.id in (
        select part_responsibles.user_id from education_responsibles part_responsibles
        join education_to_part responsible_parts on responsible_parts.education_id = part_responsibles.education_id
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
