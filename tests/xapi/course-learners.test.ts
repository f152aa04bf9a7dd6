import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import type { CourseLearners } from '#api/courses/xapi/figures/contract.ts'
import type { LearnerSort } from '#api/courses/xapi/figures/rules.ts'
import { buildSignedUpQuery } from '#api/courses/xapi/figures/standing-storage.ts'
import { courseStandings } from '#api/courses/xapi/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { users } from '#api/people/users/table.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import { insertFederation } from '../federation.ts'
import { database, invalidateCache, type Person, signedIn } from '../portal.ts'
import { countReads } from '../query-plan.ts'
import { writeSearchWords } from '../search-words.ts'
import { type CourseLaunch, launchCourse, verb } from './course-launch.ts'

const { query } = database()

let course: Awaited<ReturnType<typeof createDigitalCourse>>
let educator: Person
let launches: Record<'anna' | 'bo', CourseLaunch>
const people: Record<string, Person> = {}

const read = async (search: string, person = educator): Promise<CourseLearners> => {
  const response = await person.fetch(
    'GET',
    `/EducationParts/${course.educationPartId}/courseFigures/learners?${search}`,
  )
  expect(response.status, search).toBe(200)
  return response.json()
}
const namesBy = async (search: string, person = educator) => (await read(search, person)).items.map(({ name }) => name)

beforeAll(async () => {
  await insertFederation()
  course = await createDigitalCourse()
  educator = await signedIn({ roles: { Educator: {} } })
  await query.insert(educationResponsibles).values({ educationId: course.educationId, userId: educator.id })
  await invalidateCache()
  const named = { anna: ['Anna', 'Östberg'], bo: ['Bo', 'Åkesson'], cissi: ['Cissi', 'Ek'], dan: ['Dan', 'Ek_100%'] }
  for (const [key, [firstName, lastName]] of Object.entries(named)) {
    const person = await signedIn({ firstName: firstName ?? '', lastName: lastName ?? '', organizationIds: [3] })
    people[key] = person
    await insertOpenResult(person.id, course.educationPartId)
  }
  const { anna, bo } = people as { anna: Person; bo: Person }
  launches = {
    bo: await launchCourse(bo, course.educationPartId),
    anna: await launchCourse(anna, course.educationPartId),
  }
  await launches.bo.post({ verb: verb('failed'), result: { success: false, score: { scaled: 0.4 } } })
  await launches.anna.post({ verb: verb('passed'), result: { success: true, score: { scaled: 0.9 } } })
})

describe('the people of a course', () => {
  test('are in the requested order', async () => {
    const orders: Record<LearnerSort, string[]> = {
      lastSeen: ['Anna Östberg', 'Bo Åkesson', 'Dan Ek_100%', 'Cissi Ek'],
      name: ['Cissi Ek', 'Dan Ek_100%', 'Bo Åkesson', 'Anna Östberg'],
      score: ['Anna Östberg', 'Bo Åkesson', 'Dan Ek_100%', 'Cissi Ek'],
      progress: ['Anna Östberg', 'Bo Åkesson', 'Dan Ek_100%', 'Cissi Ek'],
      behind: ['Cissi Ek', 'Dan Ek_100%', 'Bo Åkesson', 'Anna Östberg'],
      signedUp: ['Dan Ek_100%', 'Cissi Ek', 'Bo Åkesson', 'Anna Östberg'],
    }
    for (const [sort, names] of Object.entries(orders)) expect(await namesBy(`sort=${sort}`), sort).toEqual(names)
    expect(await namesBy('')).toEqual(orders.lastSeen)
  })

  test('are listed page by page in each order, without gaps or duplicates', async () => {
    for (const sort of ['lastSeen', 'name', 'score', 'progress', 'behind', 'signedUp']) {
      const all = await namesBy(`sort=${sort}`)
      const met: string[] = []
      for (let next: string | null = ''; next !== null; ) {
        const page: CourseLearners = await read(
          `sort=${sort}&pageSize=1${next === '' ? '' : `&after=${encodeURIComponent(next)}`}`,
        )
        met.push(...page.items.map(({ name }) => name))
        next = page.next
      }
      expect(met, sort).toEqual(all)
    }
  })

  test('are found by words of their names, and a wildcard is searched for literally', async () => {
    expect(await namesBy('search=ek&sort=name')).toEqual(['Cissi Ek', 'Dan Ek_100%'])
    expect(await namesBy('search=bo%20%C3%85KE')).toEqual(['Bo Åkesson'])
    expect(await namesBy(`search=${encodeURIComponent('_1')}`)).toEqual(['Dan Ek_100%'])
    expect(await namesBy('search=nobody')).toEqual([])
  })

  test('are only those whose results the caller may see', async () => {
    expect(await namesBy('', await signedIn({ roles: { Educator: {} } }))).toEqual([])
    const ofTheClub = await signedIn({ roles: { Administrator: { Organization: [3] } } })
    expect(await namesBy('search=anna', ofTheClub)).toEqual(['Anna Östberg'])
    const ofAnother = await signedIn({ roles: { Administrator: { Organization: [20] } } })
    expect(await namesBy('search=anna', ofAnother)).toEqual([])
  })

  test('with invalid parameters start from the beginning, or are refused', async () => {
    expect(await namesBy('sort=name&after=x')).toHaveLength(4)
    expect(await namesBy(`sort=score&after=${encodeURIComponent('1.abc')}`)).toHaveLength(2)
    const path = `/EducationParts/${course.educationPartId}/courseFigures/learners`
    expect((await educator.fetch('GET', `${path}?sort=weight`)).status).toBe(400)
    expect((await educator.fetch('GET', `${path}?pageSize=100000`)).status).toBe(400)
  })
})

describe('the state of a learner', () => {
  test('changes with new statements, with voided ones, and with the people’s names', async () => {
    const own = { course, educator }
    course = await createDigitalCourse()
    educator = await signedIn({ roles: { SuperAdministrator: {} } })
    try {
      const [eva, fia] = [
        await signedIn({ firstName: 'Eva', lastName: 'A' }),
        await signedIn({ firstName: 'Fia', lastName: 'B' }),
      ]
      for (const { id } of [eva, fia]) await insertOpenResult(id, course.educationPartId)
      const [one, two] = [
        await launchCourse(eva, course.educationPartId),
        await launchCourse(fia, course.educationPartId),
      ]
      await one.post({ verb: verb('failed'), result: { score: { scaled: 0.3 } } })
      const sent = await two.post({ verb: verb('failed'), result: { score: { scaled: 0.5 } } })
      expect(await namesBy('sort=score')).toEqual(['Fia B', 'Eva A'])
      await one.post({ verb: verb('failed'), result: { score: { raw: 6, min: 0, max: 10 } } })
      expect(await namesBy('sort=score')).toEqual(['Eva A', 'Fia B'])
      const [id = ''] = await sent.json<string[]>()
      await two.post({ verb: verb('voided'), object: { objectType: 'StatementRef', id } })
      expect((await read('sort=score')).items.map(({ score }) => score)).toEqual([0.6, null])
      await query
        .update(users)
        .set(withUserWords({ firstName: 'Eva', lastName: 'Ö' }))
        .where(eq(users.id, eva.id))
      expect(await namesBy('sort=name')).toEqual(['Fia B', 'Eva Ö'])
      const { status } = await educator.fetch('POST', '/Statements/forget', { userId: eva.id })
      expect(status).toBe(200)
      expect((await read('sort=lastSeen')).items.map(({ attempts }) => attempts)).toEqual([0, 0])
      await query.update(educationPartResults).set({ canceled: true }).where(eq(educationPartResults.userId, eva.id))
      expect(await namesBy('sort=name')).toEqual(['Fia B'])
      await insertOpenResult(eva.id, course.educationPartId)
      expect(await namesBy('sort=name')).toEqual(['Fia B', 'Eva Ö'])
    } finally {
      ;({ course, educator } = own)
    }
  })

  test('is computed again only for people with new statements', async () => {
    await read('')
    const due = async () =>
      (
        await query
          .select({ due: courseStandings.due, userId: courseStandings.userId })
          .from(courseStandings)
          .where(eq(courseStandings.educationPartId, course.educationPartId))
      ).filter(({ due }) => due !== null)
    expect(await due()).toEqual([])
    await launches.bo.post({ verb: verb('experienced') })
    expect(await due()).toEqual([{ due: '', userId: people['bo']?.id }])
    await read('')
    expect(await due()).toEqual([])
  })
})

describe('cost of a page', () => {
  const actor = { id: 1, roles: { SuperAdministrator: {} } }
  const sorts: LearnerSort[] = ['lastSeen', 'name', 'score', 'progress', 'behind', 'signedUp']

  /** Inserts `count` more learners of a part, with `statements` statements each. */
  async function crowd(educationPartId: number, count: number, statements: number): Promise<void> {
    const from = 1_000_000 + educationPartId * 10_000
    const each = sql`json_each('[' || substr(replace(hex(zeroblob(${count})), '00', ',0'), 2) || ']')`
    const now = new Date().toISOString()
    await query.run(sql`insert into users (id, first_name, last_name, user_name, created_at, changed_at)
      select ${from} + key, 'F' || key, 'E' || (key * 7919 % 1000), 'crowd-' || (${from} + key), ${now}, ${now} from ${each}`)
    await writeSearchWords()
    await query.run(sql`insert into education_part_results (user_id, education_part_id, signed_up_at, custom_answers, created_at, changed_at)
      select ${from} + key, ${educationPartId}, ${now}, '[]', ${now}, ${now} from ${each}`)
    for (let inserted = 0; inserted < statements; inserted += 1)
      await query.run(sql`insert into xapi_statements (id, user_id, education_part_id, activity_id, verb, voided, statement, stored_at, is_cmi5_defined)
        select lower(hex(randomblob(16))), ${from} + key, ${educationPartId}, 'https://c.test/a', ${verb('experienced').id}, 0, '{}', ${now}, 0 from ${each}`)
    await query.run(sql`update course_standings set due = null, last_at = user_id % 997, score = (user_id % 101) / 100.0,
      progress = user_id % 5 where education_part_id = ${educationPartId}`)
  }

  const cost = async (educationPartId: number, sort: LearnerSort, after?: string) => {
    // The query reads only id and roles of the actor.
    const question = buildSignedUpQuery(actor as never, {
      educationPartId,
      sort,
      atMost: 51,
      ...(after ? { after: { userId: 1_000_500, key: after } } : {}),
    })
    return countReads((db) => db.rows(question))
  }

  test('depends only on its rows, in every order and with ten times the people', async () => {
    const [small, large] = [await createDigitalCourse(), await createDigitalCourse()]
    await crowd(small.educationPartId, 300, 2)
    await crowd(large.educationPartId, 3000, 2)
    for (const sort of sorts) {
      const [few, many] = [await cost(small.educationPartId, sort), await cost(large.educationPartId, sort)]
      expect(many, sort).toBeLessThanOrEqual(few + 10)
    }
  })
})
