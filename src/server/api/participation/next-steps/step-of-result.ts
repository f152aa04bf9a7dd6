import { sql } from 'drizzle-orm'
import type { Language } from '#api/actor.ts'
import { latestAdultBirth } from '#api/ages.ts'
import { educationsView } from '#api/catalogue/educations/views.ts'
import type { Visitor } from '#api/context.ts'
import { educationOfResult, partResultsView } from '#api/participation/results/views.ts'
import { selectGuardianIds } from '#api/people/guardians/recipients.ts'
import { peopleView } from '#api/people/users/views.ts'
import { toPortalDay } from '#api/zone.ts'
import { nextStepIn } from './rules.ts'
import { childStepSentence, stepSentence } from './step-sentence.ts'
import { parseStepFacts, stepFacts } from './storage.ts'

interface StepRow {
  isOwn: 0 | 1
  isGuardian: 0 | 1
  firstName: string
  title: string
  facts: string
}

/** The recipient of a sentence about a next step. */
interface StepRecipient {
  userId: number
  language: Language
}

/**
 * Returns what comes next in the education of a part result, as a sentence to the recipient, by the rows at this
 * moment.
 *
 * A guardian reads the name of the child. Empty when nothing remains, the result counts for no education, or the
 * recipient is neither its person nor a guardian of that child now.
 */
export async function describeStepOfResult(
  { db, now }: Pick<Visitor, 'db' | 'now'>,
  resultId: number,
  { userId, language }: StepRecipient,
): Promise<string> {
  const facts = stepFacts({
    userId: sql`of_result.user_id`,
    educationId: sql`of_result.education_id`,
    now: sql`clock.at`,
    bornBy: sql`clock.born_by`,
  })
  const [row] = await db.rows<StepRow>(sql`
    select of_result.user_id = ${userId} as "isOwn", learner.first_name as "firstName", step_education.title, ${facts} as facts,
      ${userId} in (${selectGuardianIds(sql`of_result.user_id`, now, 0)}) as "isGuardian"
    from (select step_result.user_id, ${educationOfResult('step_result')} as education_id
      from ${partResultsView} step_result where step_result.id = ${resultId}) of_result
    join (select ${now.toISOString()} as at, ${latestAdultBirth(toPortalDay(now))} as born_by) clock on true
    join ${educationsView} step_education on step_education.id = of_result.education_id
    join ${peopleView} learner on learner.id = of_result.user_id`)
  if (!row) return ''
  const step = nextStepIn(parseStepFacts(row.facts, now))
  if (row.isOwn) return stepSentence(step, language)
  return row.isGuardian ? childStepSentence(step, row, language) : ''
}
