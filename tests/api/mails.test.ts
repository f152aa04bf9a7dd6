import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Ctx, Visitor } from '#api/context.ts'
import { type JobHandler, runJob } from '#api/foundation/jobs/run.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { type MailDraft, writeMail } from '#api/foundation/mails/write-mail.ts'
import { notify } from '#api/foundation/notices/storage.ts'
import { createContext } from '#edge/request-context.ts'
import { listAuditEntries } from '../audit.ts'
import { database, type Person, signedIn } from '../portal.ts'

const office = await signedIn({ roles: { SuperAdministrator: {} } })
const { query } = database()

/** Returns the context of a new request. */
const request = (): Visitor =>
  createContext({ request: new Request('http://portal.test/'), env, after: () => undefined })

const letter = (recipient: string, more: Partial<MailDraft> = {}): MailDraft => ({
  recipient,
  userId: null,
  language: 'sv',
  name: 'commentWritten',
  values: { name: 'Anna', author: 'Leila', title: 'Banchef', text: 'Bra!', link: 'http://portal.test/' },
  ...more,
})

const write = async (given: MailDraft, ctx = request()) => void (await ctx.db.commit(writeMail(ctx, given)))
const countTo = async (recipient: string) =>
  (await query.select().from(outboxMails).where(eq(outboxMails.recipient, recipient))).length

describe('the same e-mail is written once', () => {
  test('per request, however often it is committed; another request writes another', async () => {
    const ctx = request()
    await write(letter('en@mejl.example'), ctx)
    await write(letter('en@mejl.example'), ctx)
    expect(await countTo('en@mejl.example')).toBe(1)
    await write(letter('en@mejl.example', { values: { ...letter('').values, title: 'Flaggvakt' } }), ctx)
    expect(await countTo('en@mejl.example')).toBe(2)
    await write(letter('en@mejl.example'))
    expect(await countTo('en@mejl.example')).toBe(3)
  })

  test('by a job that runs again after a crash', async () => {
    const ctx = request()
    await ctx.db.commit([queueJob(ctx, 'mails.told', {})])
    const [jobId = ''] = ctx.queuedJobs
    let runs = 0
    const sendMail: JobHandler = async (job) => {
      await job.db.commit(writeMail(job, letter('jobb@mejl.example')))
      runs += 1
      if (runs === 1) throw new Error('the machine went away')
      return undefined
    }
    const run = () => runJob({ ...(request() as Ctx<null>), actor: null }, jobId, { 'mails.told': sendMail })
    await run()
    await query
      .update(jobs)
      .set({ runAt: new Date(0) })
      .where(eq(jobs.id, jobId))
    await run()
    expect([runs, await countTo('jobb@mejl.example')]).toEqual([2, 1])
  })
})

describe('a person chooses', () => {
  const choices = (person: Person) => person.json<{ topic: string; wanted: boolean }[]>('GET', '/Mails/choices')
  const choose = (person: Person, topic: string, isWanted: boolean) =>
    person.fetch('PUT', '/Mails/choices', { topic, wanted: isWanted })

  test('which topics to decline, gets the others, and can revert that', async () => {
    const [anna, bo] = [await signedIn({ email: 'anna@mejl.example' }), await signedIn({ email: 'bo@mejl.example' })]
    expect((await choices(anna)).every(({ wanted }) => wanted)).toBe(true)
    expect((await choose(anna, 'comments', false)).status).toBe(200)
    // Repeating a preference leaves it unchanged.
    expect(await (await choose(anna, 'comments', false)).json()).toContainEqual({ topic: 'comments', wanted: false })
    await write(letter('anna@mejl.example', { userId: anna.id }))
    await write(letter('bo@mejl.example', { userId: bo.id }))
    expect([await countTo('anna@mejl.example'), await countTo('bo@mejl.example')]).toEqual([0, 1])
    await write(letter('anna@mejl.example', { userId: anna.id, name: 'educationCompleted' }))
    expect(await countTo('anna@mejl.example')).toBe(1)
    await choose(anna, 'comments', true)
    await write(letter('anna@mejl.example', { userId: anna.id }))
    expect(await countTo('anna@mejl.example')).toBe(2)
    const audited = (await listAuditEntries('user')).filter(({ action }) => action === 'mail.chosen')
    expect(audited[0]).toMatchObject({ userId: anna.id, data: { topic: 'comments', wanted: true } })
  })

  test('among the relevant topics: a person who examines nothing has no topic about exams', async () => {
    const educator = await signedIn({ roles: { Educator: {} } })
    const topicsOf = async (person: Person) => (await choices(person)).map(({ topic }) => topic)
    expect(await topicsOf(educator)).toContain('assignments')
    expect(await topicsOf(await signedIn({}))).toEqual(
      (await topicsOf(educator)).filter((one) => one !== 'assignments'),
    )
  })

  test('but required mails cannot be declined', async () => {
    const carl = await signedIn({ email: 'carl@mejl.example' })
    for (const { topic } of await choices(carl)) await choose(carl, topic, false)
    for (const name of ['occasionCanceled', 'passwordChanged', 'signUpRefused'])
      await write(letter('carl@mejl.example', { userId: carl.id, name }))
    expect(await countTo('carl@mejl.example')).toBe(3)
    expect((await choose(carl, 'account', false)).status).toBe(400)
  })
})

describe('the office sees', () => {
  interface Listed {
    total: number
    items: { recipient: string; name: string | null; userName: string | null }[]
  }
  const log = (search: string) => office.json<Listed>('GET', `/Mails?${search}`)

  test('which e-mail went to which person, by address, person, kind and state', async () => {
    const dora = await signedIn({ firstName: 'Dora', lastName: 'Sökt', email: 'dora@mejl.example' })
    await write(letter('dora@mejl.example', { userId: dora.id }))
    await write(letter('dora@mejl.example', { userId: dora.id, name: 'licenseExpiring' }))
    await write(letter('dorotea@mejl.example'))
    expect((await log('who=Dor')).items.map(({ recipient }) => recipient).sort()).toEqual([
      'dora@mejl.example',
      'dora@mejl.example',
      'dorotea@mejl.example',
    ])
    expect(await log('who=Dora S')).toMatchObject({ total: 2, items: [{ userName: 'Dora Sökt' }, {}] })
    expect(await log('who=Dora S&name=licenseExpiring')).toMatchObject({
      total: 1,
      items: [{ name: 'licenseExpiring' }],
    })
    const own = eq(outboxMails.userId, dora.id)
    await query.update(outboxMails).set({ error: '550' }).where(own)
    expect([(await log('who=dora@&state=failed')).total, (await log('who=dora@&state=waiting')).total]).toEqual([2, 0])
    await query.update(outboxMails).set({ sentAt: new Date() }).where(own)
    expect((await log('who=dora@&state=sent')).total).toBe(2)
    expect((await office.fetch('GET', '/Mails?state=lost')).status).toBe(400)
  })

  test('the notices of everybody, and of one person', async () => {
    const [erik, frida] = [await signedIn({ firstName: 'Erik', lastName: 'Läst' }), await signedIn()]
    const { db } = request()
    const ctx = { db, now: new Date() } as Visitor
    for (const { id } of [erik, frida])
      await db.commit([notify(ctx, { userId: id, kind: 'partApproved', values: { title: 'Heat' }, path: '/' })])
    await erik.fetch('POST', '/Notices/read')
    const found = await (await office.fetch('GET', '/Notices/sent?who=Erik L')).json()
    expect(found).toMatchObject({
      total: 1,
      items: [{ userId: erik.id, userName: 'Erik Läst', text: 'Du är godkänd på Heat.', readDate: expect.any(String) }],
    })
    const all = await office.json<Listed>('GET', '/Notices/sent?pageSize=1')
    expect([all.items.length, all.total > 1]).toEqual([1, true])
  })

  test('each mail in both languages, without placeholders', async () => {
    const templates = await office.json<
      {
        name: string
        topic: string | null
        texts: { language: string; subject: string; text: string }[]
      }[]
    >('GET', '/Mails/templates')
    expect(templates.find(({ name }) => name === 'licenseExpiring')).toMatchObject({
      topic: 'licenses',
      texts: [
        { language: 'sv', subject: 'Din licens går snart ut', text: expect.stringContaining('Hej Anna!') },
        { language: 'en', text: expect.stringContaining('Anna') },
      ],
    })
    for (const { name, texts } of templates)
      for (const { subject, text } of texts) {
        expect(`${subject}\n${text}`, name).not.toMatch(/\{\{/)
        expect(subject, name).not.toContain('.subject')
        expect(text, name).not.toContain(`${name}.text`)
      }
  })

  test('and nobody else does', async () => {
    const administrator = await signedIn({ roles: { Administrator: {} } })
    for (const path of ['/Mails', '/Mails/templates', '/Notices/sent'])
      expect((await administrator.fetch('GET', path)).status, path).toBe(403)
  })
})
