import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { describeStepOfResult } from '#api/participation/next-steps/step-of-result.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { stateText, stepLine } from '#islands/next-steps/step-texts.ts'
import { translator } from '#locales/translate.ts'
import { describeChildStep } from '../../../src/pages/dashboard/_parts/child-step.ts'
import { database } from '../../portal.ts'
import type { ReadEducation } from './calendar-agreement.ts'
import { countCompared } from './compared-screens.ts'
import { revived } from './finish-agreement.ts'
import type { InsertedPerson } from './random-people.ts'

const language = 'sv'
const tSteps = translator(language, 'next-steps')

/** The words of the education's page, or those of a list where the page shows a button. */
function pageText({ own }: ReadEducation): string {
  const step = revived(own.step)
  if (step.kind === 'completed' || step.kind === 'nothing') return ''
  return stateText(step, tSteps, language) ?? stepLine(step, tSteps, language)
}

/** The words in which the start page of a guardian describes the step of a child. */
function familyText({ view, own }: ReadEducation): string {
  const { id: educationId, title } = view.education
  const step = revived(own.step)
  if (step.kind === 'completed' || step.kind === 'nothing') return ''
  const counts = { pictureUrl: null, pictureColor: null, categoryColor: null, partsTotal: 2, partsCompleted: 1 }
  const next = { kind: 'education' as const, education: { educationId, title, step, ...counts } }
  const child = { id: 1, name: 'Test Testsson', firstName: 'Test', pictureUrl: null, bookings: [], reservations: [] }
  const texts = { t: translator(language, 'dashboard'), tSteps, language }
  return describeChildStep({ ...child, next }, texts).text
}

/** Expects that a mail about each part result names the step of its education in the words of the page. */
export async function expectMailAgreement(
  { person, guardian }: InsertedPerson,
  pages: readonly ReadEducation[],
): Promise<void> {
  const db = database()
  const ctx = { db, now: new Date() }
  for (const page of pages) {
    const [result] = await db.query
      .select({ id: educationPartResults.id })
      .from(educationPartResults)
      .where(
        and(eq(educationPartResults.userId, person.id), eq(educationPartResults.educationId, page.view.education.id)),
      )
      .limit(1)
    if (!result) continue
    countCompared('mail about a result')
    expect(await describeStepOfResult(ctx, result.id, { userId: person.id, language })).toBe(pageText(page))
    if (!guardian) continue
    const written = await describeStepOfResult(ctx, result.id, { userId: guardian.id, language })
    // The guardian reads a booking with its city, which the list of children leaves out.
    if (page.own.step.kind !== 'attend') expect(written).toBe(familyText(page))
    countCompared('mail to a guardian')
  }
}
