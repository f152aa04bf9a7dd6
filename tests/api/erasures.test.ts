import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { listAuditEntries } from '../audit.ts'
import { insertParentRows } from '../parent-rows.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { drainJobs, withoutQueue } from '../queue.ts'
import { inDays } from '../time.ts'

let office: Person
let anna: Person

const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run()
const ask = (who: Person, about: Person) => who.fetch('POST', `/user/${about.id}/erasure`)

interface ErasureRequest {
  id: number
  user: { id: number; name: string }
  state: number
  standing: string
  requestedAs: string
  receipt: { deleted: { table: string; count: number }[]; kept: { table: string; ground: string }[] } | null
  preview?: { concerns: { kind: string; count: number }[]; refusal: string | null; kept: { table: string }[] } | null
}

const register = async () => (await office.json<{ items: ErasureRequest[] }>('GET', '/ErasureRequests')).items
const requestAbout = async (person: Person) => {
  const found = (await register()).find(({ user }) => user.id === person.id)
  if (!found) throw new Error('no request')
  return await office.json<ErasureRequest>('GET', `/ErasureRequests/${found.id}`)
}
const confirm = async (person: Person) =>
  office.fetch('POST', `/ErasureRequests/${(await requestAbout(person)).id}/confirm`)
const isErased = async ({ id }: Person) =>
  (await env.DB.prepare('select erased_at is not null as erased from users where id = ?').bind(id).first())?.[
    'erased'
  ] === 1

/** Creates a child with a confirmed guardian of the given relation. */
async function family(relation: string, birthOn = '2015-05-05') {
  const [guardian, child] = [await signedIn(), await signedIn({ birthOn })]
  const now = new Date().toISOString()
  await run(
    'insert into guardian_links (adult_user_id, child_user_id, created_by_user_id, confirmed_at, created_at, relation) values (?, ?, ?, ?, ?, ?)',
    ...[guardian.id, child.id, child.id, now, now, relation],
  )
  return { guardian, child }
}

beforeEach(async () => {
  office = await signedIn({ roles: { SuperAdministrator: {} } })
  anna = await signedIn({ firstName: 'Anna', lastName: 'Berg', email: `anna-${crypto.randomUUID()}@example.se` })
})

describe('a request', () => {
  test('is requested by the person, is listed in the register with a month to answer, and both are notified', async () => {
    const response = await ask(anna, anna)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ state: 0, decided: null, reason: null })
    expect(await requestAbout(anna)).toMatchObject({
      requestedAs: 'self',
      standing: 'onTime',
      user: { name: 'Anna Berg' },
    })
    const mails = await env.DB.prepare("select name from outbox_mails where user_id = ? and name = 'erasureRequested'")
      .bind(anna.id)
      .all()
    expect(mails.results).toHaveLength(1)
    const notices = await env.DB.prepare('select kind from notices where user_id = ?').bind(office.id).all()
    expect(notices.results).toEqual([{ kind: 'erasureRequested' }])
  })

  test('that is already open is returned again, also for two concurrent requests', async () => {
    await Promise.all([ask(anna, anna), ask(anna, anna), ask(office, anna)])
    expect((await register()).filter(({ user }) => user.id === anna.id)).toHaveLength(1)
    const entries = (await listAuditEntries('user')).filter(
      (one) => one.action === 'erasure.requested' && one.targetId === String(anna.id),
    )
    expect(entries).toHaveLength(1)
  })

  test('can be withdrawn by the person, and made again', async () => {
    await ask(anna, anna)
    expect((await anna.fetch('DELETE', `/user/${anna.id}/erasure`)).status).toBe(204)
    expect(await (await anna.fetch('GET', `/user/${anna.id}/erasure`)).json()).toMatchObject({ state: 3 })
    expect((await confirm(anna)).status).toBe(409)
    expect(await (await ask(anna, anna)).json()).toMatchObject({ state: 0 })
  })

  test('is refused with a reason, which is sent to the person', async () => {
    await ask(anna, anna)
    const { id } = await requestAbout(anna)
    expect((await office.fetch('POST', `/ErasureRequests/${id}/refuse`, { reason: ' ' })).status).toBe(400)
    expect((await office.fetch('POST', `/ErasureRequests/${id}/refuse`, { reason: 'Licensen gäller.' })).status).toBe(
      200,
    )
    expect(await (await anna.fetch('GET', `/user/${anna.id}/erasure`)).json()).toMatchObject({
      state: 4,
      reason: 'Licensen gäller.',
    })
    const mail = await env.DB.prepare("select body from outbox_mails where user_id = ? and name = 'erasureRefused'")
      .bind(anna.id)
      .first()
    expect(mail?.['body']).toContain('Licensen gäller.')
  })

  test('is flagged when a week is left, and when it is late', async () => {
    await ask(anna, anna)
    for (const [dueOn, standing] of [
      [inDays(3).toISOString().slice(0, 10), 'near'],
      [inDays(-2).toISOString().slice(0, 10), 'late'],
    ]) {
      await run('update erasure_requests set due_on = ? where user_id = ?', dueOn, anna.id)
      expect(await requestAbout(anna)).toMatchObject({ standing })
    }
  })
})

describe('access to requests and exports', () => {
  const calls = [
    ['GET', 'personaldata'],
    ['POST', 'erasure'],
    ['GET', 'erasure'],
  ] as const

  test.each(calls)('%s %s: a parent and a legal guardian of a child', async (method, path) => {
    for (const relation of ['parent', 'legalGuardian']) {
      const { guardian, child } = await family(relation)
      expect((await guardian.fetch(method, `/user/${child.id}/${path}`)).status).toBe(200)
    }
  })

  test.each(calls)(
    '%s %s: no other adult, no guardian of somebody of age or without confirmation, no stranger',
    async (method, path) => {
      const other = await family('otherAdult')
      const grown = await family('parent', '2000-01-01')
      const open = await family('parent')
      await run('update guardian_links set confirmed_at = null where child_user_id = ?', open.child.id)
      for (const { guardian, child } of [other, grown, open])
        expect((await guardian.fetch(method, `/user/${child.id}/${path}`)).status).toBe(403)
      for (const roles of [{}, { Educator: {} }, { OrganizationAdmin: {} }, { Administrator: {} }])
        expect((await (await signedIn({ roles })).fetch(method, `/user/${anna.id}/${path}`)).status).toBe(403)
      expect((await anonymous(method, `/user/${anna.id}/${path}`)).status).toBe(401)
    },
  )

  test('the office makes requests on behalf of people, but does not export their data', async () => {
    expect((await office.fetch('GET', `/user/${anna.id}/personaldata`)).status).toBe(403)
    expect((await ask(office, anna)).status).toBe(200)
    expect(await requestAbout(anna)).toMatchObject({ requestedAs: 'office' })
  })

  test('a guardian’s download contains the child’s data, and is recorded', async () => {
    const { guardian, child } = await family('parent')
    const data = await guardian.json<{
      records: Record<string, { id: number }[]>
    }>('GET', `/user/${child.id}/personaldata`)
    expect(data.records['users']).toMatchObject([{ id: child.id }])
    expect((await listAuditEntries('user'))[0]).toMatchObject({
      action: 'personalData.exported',
      userId: guardian.id,
      targetId: String(child.id),
    })
  })
})

describe('a confirmed request', () => {
  test('erases the person, writes a receipt without a name, and signs them out', async () => {
    const comment = `insert into declined_mails (user_id, topic) values (?, 'results')`
    await run(comment, anna.id)
    await ask(anna, anna)
    const before = await requestAbout(anna)
    expect(before.preview).toMatchObject({ refusal: null, concerns: [] })
    expect((await confirm(anna)).status).toBe(200)
    await drainJobs()
    expect(await isErased(anna)).toBe(true)
    expect((await anna.fetch('GET', '/Dashboard')).status).toBe(401)
    const after = await requestAbout(anna)
    expect(after).toMatchObject({
      state: 2,
      standing: 'closed',
      user: { id: anna.id, name: 'Raderad person' },
      preview: null,
    })
    expect(after.receipt?.deleted).toContainEqual({ table: 'declined_mails', count: 1 })
    const dump = await env.DB.prepare('select * from erasure_requests where id = ?').bind(after.id).first()
    expect(JSON.stringify(dump)).not.toMatch(/Anna|Berg|example/)
  })

  test('is confirmed by e-mail, after which the address is removed', async () => {
    const address = `receipt-${crypto.randomUUID()}@example.se`
    const bo = await signedIn({ email: address, firstName: 'Bo' })
    await ask(bo, bo)
    await confirm(bo)
    await drainJobs()
    const mails = await env.DB.prepare(
      "select recipient, body, sent_at from outbox_mails where name = 'erasureDone' order by id desc",
    ).first()
    if (mails) expect(mails).toMatchObject({ recipient: '', body: '' })
    const left = await env.DB.prepare('select count(*) as n from outbox_mails where recipient = ?')
      .bind(address)
      .first()
    expect(left).toEqual({ n: 0 })
  })

  test('cannot be confirmed twice, and continues after an interrupted job', async () => {
    await ask(anna, anna)
    await withoutQueue(async () => {
      const { id } = await requestAbout(anna)
      const answers = await Promise.all([1, 2].map(() => office.fetch('POST', `/ErasureRequests/${id}/confirm`)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      // State after a job that died after its first step.
      await run('update users set inactive_at = ? where id = ?', new Date().toISOString(), anna.id)
    })
    await drainJobs()
    expect(await isErased(anna)).toBe(true)
    expect((await ask(office, anna)).status).toBe(409)
  })

  test('frees coming seats and lists unpaid fees', async () => {
    const [now, ahead] = [new Date().toISOString(), inDays(9).toISOString()]
    await insertParentRows({ education_parts: 1, organizations: 1 })
    await run(
      `insert into occasions (id, education_part_id, starts_at, ends_at, sessions, city, payment_methods, custom_questions, created_at, changed_at, booked_count, search_words)
        values (77001, 1, ?, ?, '[]', 'Kil', '[]', '[]', ?, ?, 0, '["kil"]')`,
      ...[ahead, ahead, now, now],
    )
    await run(
      `insert into education_part_results (user_id, education_part_id, occasion_id, signed_up_at, custom_answers, fee_at_sign_up_minor,
        invoice_recipient_id, created_at, changed_at) values (?, 1, 77001, ?, '[]', 5000, 1, ?, ?)`,
      ...[anna.id, now, now, now],
    )
    await ask(anna, anna)
    expect((await requestAbout(anna)).preview?.concerns).toEqual([
      { kind: 'upcoming', count: 1 },
      { kind: 'unpaid', count: 1 },
    ])
    await confirm(anna)
    await drainJobs()
    expect(await env.DB.prepare('select booked_count from occasions where id = 77001').first()).toEqual({
      booked_count: 0,
    })
    expect(
      await env.DB.prepare('select canceled, fee_at_sign_up_minor from education_part_results where user_id = ?')
        .bind(anna.id)
        .first(),
    ).toEqual({ canceled: 1, fee_at_sign_up_minor: 5000 })
  })

  test('is refused for the last superadministrator and while a payment is under way', async () => {
    await database().query.run('delete from erasure_requests')
    await run(
      "update users set inactive_at = ? where id <> ? and id in (select user_id from user_roles where role = 'SuperAdministrator')",
      new Date().toISOString(),
      office.id,
    )
    await ask(office, office)
    expect((await requestAbout(office)).preview).toMatchObject({ refusal: 'last_superadministrator' })
    expect(await (await confirm(office)).json()).toMatchObject({ code: 'last_superadministrator' })
    await insertParentRows({ educations: 1, education_parts: 1 })
    await run(
      `insert into payments (id, user_id, amount_minor, vat_minor, provider, sign_up, places, rows, expires_at, idempotency_key,
        terms_accepted_at, created_at, changed_at) values ('p', ?, 1, 0, 'local', '{}', '[]', '[]', '2999', 'k', '2026', '2026', '2026')`,
      anna.id,
    )
    await run(
      `insert into payment_holds (payment_id, user_id, education_id, education_part_id, expires_at) values ('p', ?, 1, 1, '2999')`,
      anna.id,
    )
    await ask(anna, anna)
    expect(await (await confirm(anna)).json()).toMatchObject({ code: 'payment_under_way' })
    // Expired holds prevent no erasure.
    await run("update payment_holds set expires_at = '2020' where payment_id = 'p'")
  })
})

test('an erased person is marked as erased, cannot be found and cannot be edited', async () => {
  await ask(anna, anna)
  await confirm(anna)
  await drainJobs()
  expect(await (await office.fetch('GET', `/User/${anna.id}`)).json()).toMatchObject({
    firstName: 'Raderad',
    email: null,
  })
  const edit = await office.fetch('PUT', `/user/edit/${anna.id}`, { firstName: 'Anna' })
  expect(edit.status).toBe(409)
  expect(await edit.json()).toMatchObject({ code: 'person_erased' })
  expect((await office.fetch('PUT', `/user/ReactivateInactiveUser/${anna.id}`)).status).toBe(409)
  expect(
    (await office.fetch('POST', '/Authentication/GeneratePassword', { userId: anna.id })).status,
  ).toBeGreaterThanOrEqual(400)
  const list = await office.json<{
    items: unknown[]
  }>('POST', '/User/filtered', { searchString: 'Raderad' })
  expect(list.items).toEqual([])
})
