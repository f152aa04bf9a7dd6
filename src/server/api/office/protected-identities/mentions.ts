import { type SQL, sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView, partsOfEducations } from '#api/catalogue/educations/views.ts'
import { driverExamsView, protocolsOfExams } from '#api/catalogue/exams/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { createMasking } from '#api/masking.ts'
import { partResultsView } from '#api/participation/results/views.ts'
import { filesOfSubmissions, submissionsView } from '#api/participation/submissions/views.ts'
import { notesOfPeople } from '#api/people/person-notes/views.ts'
import { getUser } from '#api/people/reach/get-user.ts'
import { findProtectedIds, recordProtectedReads } from '#api/people/reach/reads/record-reads.ts'
import { type Mention, maxMentions } from './contract.ts'

interface TextSource {
  kind: Mention['kind']
  from: SQL
  id: SQL
  /** URL of the page on which the office can edit the text. */
  path: SQL
  texts: SQL[]
}

const submissionOfResult = sql`(select '/inlamningsuppgifter?submission=' || s.id from ${submissionsView} s
  where s.education_part_result_id = r.id limit 1)`

/** Free texts written by people that others can read. */
const sources: TextSource[] = [
  {
    kind: 'comment',
    from: sql`comments c join ${partResultsView} r on r.id = c.education_part_result_id`,
    id: sql`c.id`,
    path: sql`coalesce(${submissionOfResult}, '/profile/' || r.user_id)`,
    texts: [sql`c.text`],
  },
  { kind: 'news', from: sql`events n`, id: sql`n.id`, path: sql`'/'`, texts: [sql`n.content`] },
  {
    kind: 'education',
    from: sql`${educationsView} e`,
    id: sql`e.id`,
    path: sql`'/education/' || e.id || '/manage'`,
    texts: [sql`e.title`, sql`e.short_description`, sql`e.description`, sql`e.certificate_text`],
  },
  {
    kind: 'part',
    from: sql`${educationPartsView} p join ${partsOfEducations} l on l.education_part_id = p.id`,
    id: sql`p.id`,
    path: sql`'/education/' || l.education_id || '/manageEducationParts'`,
    texts: [sql`p.title`, sql`p.description`, sql`p.submission_instructions`],
  },
  {
    kind: 'occasion',
    from: sql`${occasionsView} o`,
    id: sql`o.id`,
    path: sql`'/education/manageOccasion/' || o.id`,
    texts: [sql`o.title`, sql`o.description`, sql`o.canceled_reason`],
  },
  {
    kind: 'exam',
    from: sql`${driverExamsView} x`,
    id: sql`x.id`,
    path: sql`'/education/managePracticalDriverExam/' || x.id`,
    texts: [sql`x.title`, sql`x.description`],
  },
  {
    kind: 'protocol',
    from: sql`${protocolsOfExams} d join ${partResultsView} r on r.id = d.result_id`,
    id: sql`d.result_id`,
    path: sql`'/education/managePracticalDriverExam/' || r.practical_driver_exam_id`,
    texts: [sql`d.note`, sql`d.items`],
  },
  {
    kind: 'answer',
    from: sql`${partResultsView} r`,
    id: sql`r.id`,
    path: sql`'/profile/' || r.user_id`,
    texts: [sql`r.custom_answers`],
  },
  {
    kind: 'file',
    from: sql`${filesOfSubmissions} f`,
    id: sql`f.id`,
    path: sql`'/inlamningsuppgifter?submission=' || f.submission_id`,
    texts: [sql`f.name`],
  },
  { kind: 'media', from: sql`media m`, id: sql`m.id`, path: sql`'/media'`, texts: [sql`m.title`, sql`m.description`] },
  {
    kind: 'license',
    from: sql`user_licenses u`,
    id: sql`u.id`,
    path: sql`'/profile/' || u.user_id`,
    texts: [sql`u.note`, sql`u.revoked_reason`],
  },
  {
    kind: 'note',
    from: sql`${notesOfPeople} o`,
    id: sql`o.id`,
    path: sql`'/profile/' || o.user_id || '#notes'`,
    texts: [sql`o.text`],
  },
]

/**
 * Lists free texts that contain a person's name, e-mail address or phone number, at most 200. They are by kind in a
 * fixed order and then by id. Each has the path of its page. Records each search in the audit log, and the read of a
 * protected identity. Access is for the caller to check.
 *
 * @throws Refused('not_found') when there is no such person.
 */
export async function listMentions(ctx: Ctx, userId: number): Promise<Mention[]> {
  const person = await getUser(ctx, userId)
  const { containsIdentity: names } = createMasking(person)
  const mentionsBySource = await Promise.all(
    sources.map(({ kind, from, id, path, texts }) => {
      const text = sql`concat_ws(char(10), ${sql.join(texts, sql`, `)})`
      return ctx.db.rows<Mention>(sql`select distinct ${kind} as kind, ${id} as id, ${path} as path
        from ${from} where ${names(text, 'plain')} order by ${id} limit ${maxMentions}`)
    }),
  )
  await recordProtectedReads(ctx, findProtectedIds([person]))
  await ctx.db.commit([recordAudit(ctx, 'user.mentionsSearched', { type: 'user', id: userId })])
  return mentionsBySource.flat().slice(0, maxMentions)
}
