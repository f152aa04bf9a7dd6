import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { features } from '#api/features.ts'
import type { PersonalData } from '#api/office/profiles/contract.ts'
import { education, occasion, part, partResult } from '../../catalogue.ts'
import { configurePortal } from '../../configuration.ts'
import { createLicense } from '../../licenses.ts'
import { database, signedIn } from '../../portal.ts'

const { query } = database()
const now = new Date().toISOString()

/** SQL: the numbers from 1 to `count`, as rows of `n`. */
const numbers = (count: number) => sql`(with recursive counted(n) as (
  select 1 union all select n + 1 from counted where n < ${count}) select n from counted)`

test('the lists of the export are complete for a person with more rows than a screen shows', async () => {
  await configurePortal({ features: [...features] })
  const anna = await signedIn()
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const { id: licenseId } = await createLicense(office)
  const educationPartId = await part()
  const educationId = await education({ partIds: [educationPartId] })
  const occasionId = await occasion({ educationPartId })
  const resultId = await partResult({ userId: anna.id, educationPartId, occasionId })
  await query.run(sql`insert into payments (id, user_id, amount_minor, vat_minor, provider, sign_up, places, rows, expires_at,
    idempotency_key, terms_accepted_at, created_at, changed_at)
    select 'many-' || n, ${anna.id}, 100, 0, 'local', '{}', '[]', '[]', ${now}, 'many-' || n, ${now}, ${now}, ${now} from ${numbers(101)}`)
  await query.run(sql`insert into comments (education_part_result_id, user_id, text, created_at)
    select ${resultId}, ${anna.id}, 'Fråga ' || n, ${now} from ${numbers(501)}`)
  await query.run(sql`insert into outside_activities (license_id, category, name, most_hundredths, changed_at)
    values (${licenseId}, 0, 'Ban', 100, ${now})`)
  await query.run(sql`insert into reported_activities (user_id, outside_activity_id, done_on, amount_hundredths, created_at)
    select ${anna.id}, (select max(id) from outside_activities), date('2020-01-01', n || ' days'), 100, ${now} from ${numbers(501)}`)
  await query.run(sql`insert into education_results (user_id, education_id, completed, completed_at, created_at, changed_at)
    select ${anna.id}, ${educationId}, 1, date('2000-01-01', n || ' days') || 'T10:00:00.000Z', ${now}, ${now} from ${numbers(5001)}`)
  const data = await anna.json<PersonalData>('GET', `/user/${anna.id}/personaldata`)
  const { payments, comments, reportedActivities, educationResults } = data
  expect([payments, comments, reportedActivities, educationResults].map(({ length }) => length)).toEqual([
    101, 501, 501, 5001,
  ])
})
