import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { users } from '#api/people/users/table.ts'
import { createEducation, createOccasion, educationResult, partResult } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { listMails } from '../email-changes.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { protect } from '../protection.ts'
import { runDailyJob } from '../queue.ts'
import { bodyOf } from '../response-body.ts'
import { inDays } from '../time.ts'

const { query } = database()
const adult = { birthOn: '1980-01-01' }

async function educatorOf(educationId: number): Promise<Person> {
  const educator = await signedIn({ roles: { Educator: {} }, lastName: 'Utbildare' })
  await query.insert(educationResponsibles).values({ educationId, userId: educator.id })
  return educator
}

const codeOf = async (response: Response) => (await bodyOf<{ code?: string }>(response)).code
const add = (educator: Person, educationId: number, userIds: number[]) =>
  educator.fetch('PUT', `/Educations/${educationId}/AddUserToEducation`, { userIds })
const seenBy = async (reader: Person, person: Person) =>
  (await reader.fetch('GET', `/User/${person.id}`)).json<Record<string, unknown>>()

interface Invitation {
  id: number
  educationId: number
  invitedBy: string
}
const invitationsOf = async (reader: Person, person = reader) =>
  (await reader.fetch('GET', `/user/${person.id}/invitations`)).json<Invitation[]>()
const answer = (reader: Person, person: Person, id: number | undefined, accept: boolean) =>
  reader.fetch('PUT', `/user/${person.id}/invitations/${id}`, { accept })
const noticesOf = async ({ id }: Person) =>
  (await query.select().from(notices).where(eq(notices.userId, id))).map(({ kind }) => kind)
const rowsOf = ({ id }: Person) => query.select().from(educationPartResults).where(eq(educationPartResults.userId, id))

const letDayPass = (educationId: number) =>
  query.run(sql`update education_invitations set created_at = ${inDays(-1.1).toISOString()}
    where education_id = ${educationId}`)

/** Sets up an educator, a person out of the educator's scope, and the invitation that adding the person created. */
async function invitationScene() {
  const { id } = await createEducation([{ type: 1 }, { type: 3 }], { title: 'Banchef' })
  const [educator, anna] = [await educatorOf(id), await signedIn({ ...adult, email: `anna-${id}@example.se` })]
  const response = await add(educator, id, [anna.id])
  return { id, educator, anna, response, email: `anna-${id}@example.se` }
}

describe('a person outside an educator’s scope', () => {
  test('is invited instead of added, and notified in the portal and by mail', async () => {
    const { id, educator, anna, response, email } = await invitationScene()
    expect([response.status, await response.json()]).toEqual([200, []])
    expect(await rowsOf(anna)).toEqual([])
    expect(await seenBy(educator, anna)).not.toHaveProperty('email')
    expect(await noticesOf(anna)).toEqual(['educationInvited'])
    expect((await listMails(email)).map(({ name }) => name)).toEqual(['educationInvited'])
    expect(await invitationsOf(anna)).toMatchObject([{ educationId: id, invitedBy: 'Test Utbildare' }])
    const sent = await (await educator.fetch('GET', `/Educations/${id}/invitations`)).json<object[]>()
    expect(sent.map((one) => Object.keys(one).sort())).toEqual([['created', 'expires', 'id', 'name', 'userId']])
  })

  test('joins by accepting, and is then in scope', async () => {
    const { id, educator, anna } = await invitationScene()
    const [invitation] = await invitationsOf(anna)
    expect(await (await answer(anna, anna, invitation?.id, true)).json()).toEqual([])
    expect(await rowsOf(anna)).toHaveLength(2)
    expect(await seenBy(educator, anna)).toHaveProperty('email')
    expect(await noticesOf(educator)).toEqual(['educationInvitationAccepted'])
    expect((await answer(anna, anna, invitation?.id, false)).status).toBe(404)
    expect(await (await add(educator, id, [anna.id])).json()).toHaveLength(1)
  })

  test('a person who declines is in no education, is not invited again, and looks unchanged to the inviter', async () => {
    const { id, educator, anna } = await invitationScene()
    const [invitation] = await invitationsOf(anna)
    expect((await answer(anna, anna, invitation?.id, false)).status).toBe(200)
    await add(educator, id, [anna.id])
    expect(await invitationsOf(anna)).toEqual([])
    expect(await noticesOf(anna)).toEqual(['educationInvited'])
    expect(await (await educator.fetch('GET', `/Educations/${id}/invitations`)).json()).toHaveLength(1)
    expect(await rowsOf(anna)).toEqual([])
  })

  test('can be represented by a guardian, and by nobody else', async () => {
    const { educator, anna } = await invitationScene()
    const [guardian, stranger] = [await signedIn(adult), await signedIn(adult)]
    await query.update(users).set({ birthOn: '2014-01-01' }).where(sql`id = ${anna.id}`)
    const link = { adultUserId: guardian.id, childUserId: anna.id, createdByUserId: guardian.id }
    await query.insert(guardianLinks).values({ ...link, confirmedAt: new Date(), createdAt: new Date() })
    const [invitation] = await invitationsOf(guardian, anna)
    for (const other of [stranger, educator]) expect((await answer(other, anna, invitation?.id, true)).status).toBe(403)
    expect((await answer(guardian, anna, invitation?.id, true)).status).toBe(200)
    expect(await rowsOf(anna)).toHaveLength(2)
  })

  test('has no invitation after a withdrawal, and the row is removed later', async () => {
    const { id, educator, anna } = await invitationScene()
    const [invitation] = await invitationsOf(anna)
    const withdraw = () => educator.fetch('DELETE', `/Educations/${id}/invitations/${invitation?.id}`)
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([204, 404])
    expect((await answer(anna, anna, invitation?.id, true)).status).toBe(404)
    await query.run(sql`update education_invitations set expires_at = '2026-01-01T00:00:00.000Z'`)
    await runDailyJob('educationInvitations.forget')
    expect(await database().rows(sql`select id from education_invitations`)).toEqual([])
  })

  test('is invited again after a withdrawal, unless the person had declined', async () => {
    const { id, educator, anna } = await invitationScene()
    const sent = async () => (await educator.fetch('GET', `/Educations/${id}/invitations`)).json<{ id: number }[]>()
    const withdraw = async () => {
      const [invitation] = await sent()
      return (await educator.fetch('DELETE', `/Educations/${id}/invitations/${invitation?.id}`)).status
    }
    expect(await withdraw()).toBe(204)
    await letDayPass(id)
    await add(educator, id, [anna.id])
    expect(await noticesOf(anna)).toEqual(['educationInvited', 'educationInvited'])
    const [again] = await invitationsOf(anna)
    expect((await answer(anna, anna, again?.id, false)).status).toBe(200)
    expect(await withdraw()).toBe(204)
    await letDayPass(id)
    await add(educator, id, [anna.id])
    expect(await invitationsOf(anna)).toEqual([])
    expect(await noticesOf(anna)).toEqual(['educationInvited', 'educationInvited'])
  })

  test('is mailed once on a day, however often the invitation is withdrawn and sent again', async () => {
    const { id, educator, anna, email } = await invitationScene()
    const [invitation] = await invitationsOf(anna)
    for (let at = 0; at < 5; at += 1) {
      await educator.fetch('DELETE', `/Educations/${id}/invitations/${invitation?.id}`)
      expect((await add(educator, id, [anna.id])).status).toBe(200)
    }
    expect(await listMails(email)).toHaveLength(1)
    expect(await noticesOf(anna)).toEqual(['educationInvited'])
    expect(await invitationsOf(anna)).toEqual([])
  })

  test('withdrawn invitations leave no room for others until they expire', async () => {
    const { id, educator } = await invitationScene()
    const [elsewhere, people] = [await createEducation([{ type: 1 }]), Array.from({ length: 99 }, (_, at) => at)]
    const someone = await signedIn(adult)
    const { searchWords } = withUserWords({ firstName: 'Inbjuden', lastName: 'Person' })
    const now = new Date()
    await query.run(sql`insert into users (first_name, last_name, search_words, user_name, created_at, changed_at)
      select 'Inbjuden', 'Person', ${searchWords}, 'inbjuden-' || ${id} || '-' || value, ${now.toISOString()}, ${now.toISOString()}
      from json_each(${JSON.stringify(people)})`)
    await query.run(sql`insert into education_invitations (education_id, user_id, invited_by_user_id, created_at, expires_at, withdrawn_at)
      select ${elsewhere.id}, id, ${educator.id}, ${now.toISOString()}, ${inDays(30).toISOString()}, ${now.toISOString()}
      from users where user_name like 'inbjuden-' || ${id} || '-%'`)
    expect(await codeOf(await add(educator, id, [someone.id]))).toBe('education_invitations_full')
    // The hundredth, withdrawn two days ago, can be sent again: it names nobody new.
    const renewed = await signedIn(adult)
    await query.run(sql`update education_invitations set user_id = ${renewed.id}, created_at = ${inDays(-2).toISOString()}
      where id = (select max(id) from education_invitations where education_id = ${elsewhere.id})`)
    await query.insert(educationResponsibles).values({ educationId: elsewhere.id, userId: educator.id })
    expect((await add(educator, elsewhere.id, [renewed.id])).status).toBe(200)
    expect(await invitationsOf(renewed)).toHaveLength(1)
    await query.run(sql`update education_invitations set expires_at = created_at where education_id = ${elsewhere.id}`)
    expect((await add(educator, id, [someone.id])).status).toBe(200)
    expect(await invitationsOf(someone)).toHaveLength(1)
  })

  test('is neither signed up nor completed without consent', async () => {
    const { id, firstPartId } = await createEducation([{}])
    const [educator, anna] = [await educatorOf(id), await signedIn(adult)]
    const day = await createOccasion(firstPartId)
    const signUp = [{ userId: anna.id, occasionId: day.id }]
    expect(await codeOf(await educator.fetch('PUT', '/EducationPartOccasions/results', signUp))).toBe(
      'invitation_needed',
    )
    const done = [{ userId: anna.id, completed: true }]
    expect(await codeOf(await educator.fetch('PUT', `/Educations/${id}/results`, done))).toBe('invitation_needed')
  })

  test('nobody invites more than a hundred at a time', async () => {
    const { id } = await createEducation([{ type: 1 }])
    const educator = await educatorOf(id)
    const people: Person[] = []
    for (let at = 0; at < 101; at += 1) people.push(await signedIn(adult))
    const ids = people.map((person) => person.id)
    expect(await codeOf(await add(educator, id, ids))).toBe('education_invitations_full')
    expect((await add(educator, id, ids.slice(0, 100))).status).toBe(200)
  })
})

describe('people whom nobody can find', () => {
  const openOffice = () => signedIn({ roles: { SuperAdministrator: {} } })

  test.each(['protected', 'inactive', 'merged'] as const)('a %s one is refused like an unknown id', async (state) => {
    const { id } = await createEducation([{ type: 1 }])
    const [educator, anna, colleague] = [await educatorOf(id), await signedIn(adult), await signedIn(adult)]
    if (state === 'protected') await protect(await openOffice(), anna.id)
    if (state === 'inactive') await query.update(users).set({ inactiveAt: new Date() }).where(eq(users.id, anna.id))
    if (state === 'merged') await query.run(sql`update users set merged_into = ${colleague.id} where id = ${anna.id}`)
    for (const [hiddenIds, unknown] of [
      [[anna.id], [999_999]],
      [
        [anna.id, colleague.id],
        [999_999, colleague.id],
      ],
    ] as const) {
      const [refused, missing] = [await add(educator, id, [...hiddenIds]), await add(educator, id, [...unknown])]
      expect([refused.status, await codeOf(refused)]).toEqual([missing.status, await codeOf(missing)])
      expect(refused.status).toBeGreaterThan(400)
    }
    expect(await rowsOf(anna)).toEqual([])
    expect(await invitationsOf(colleague)).toEqual([])
  })

  test('a person protected after the invitation leaves the list of its sender', async () => {
    const { id, educator, anna } = await invitationScene()
    await protect(await openOffice(), anna.id)
    expect(await educator.json('GET', `/Educations/${id}/invitations`)).toEqual([])
  })

  test('a protected one is added by a superadministrator', async () => {
    const { id } = await createEducation([{ type: 1 }])
    const anna = await signedIn(adult)
    await protect(await openOffice(), anna.id)
    expect((await add(await openOffice(), id, [anna.id])).status).toBe(200)
    expect(await rowsOf(anna)).toHaveLength(1)
  })
})

describe('scope', () => {
  const scene = async () => {
    const { id, firstPartId } = await createEducation([{ type: 1 }])
    return {
      id,
      partId: firstPartId,
      educator: await educatorOf(id),
      anna: await signedIn({ ...adult, phone: '0701' }),
    }
  }
  const sees = async (educator: Person, anna: Person) => 'firstName' in (await seenBy(educator, anna))

  test('does not follow from a cancelled row', async () => {
    const { id, partId, educator, anna } = await scene()
    await partResult({ userId: anna.id, educationId: id, educationPartId: partId, canceled: true })
    expect(await sees(educator, anna)).toBe(false)
  })

  test('ends a set time after the education ended for the person', async () => {
    const { id, educator, anna } = await scene()
    const months = (count: number) => inDays(-count * 31)
    await educationResult({ userId: anna.id, educationId: id, completed: true, completedAt: months(11) })
    expect(await sees(educator, anna)).toBe(true)
    await query
      .update(educationResults)
      .set({ completedAt: months(13) })
      .where(eq(educationResults.userId, anna.id))
    expect(await sees(educator, anna)).toBe(false)
    await configurePortal({ reachMonths: 24 })
    expect(await sees(educator, anna)).toBe(true)
  })

  test('is removed when the addition is undone', async () => {
    const { id, educator, anna } = await invitationScene()
    const [invitation] = await invitationsOf(anna)
    await answer(anna, anna, invitation?.id, true)
    const [result] = await query.select().from(educationResults).where(eq(educationResults.userId, anna.id))
    expect((await educator.fetch('DELETE', `/Educations/${id}/results/${anna.id}/${result?.id}`)).status).toBe(204)
    expect(await rowsOf(anna)).toEqual([])
    expect(await sees(educator, anna)).toBe(false)
  })
})
