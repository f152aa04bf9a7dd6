import { env } from 'cloudflare:workers'
import { desc, eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import type { EditableTemplate, MailTemplate } from '#api/foundation/mails/contract.ts'
import { mailTemplates, outboxMails } from '#api/foundation/mails/table.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { decryptMail } from '../decrypt-mail.ts'
import { database, signedIn } from '../portal.ts'
import { readRefusal } from './results/fixtures.ts'

const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })

afterEach(async () => {
  await query.delete(mailTemplates)
})

const reset = '/Mails/templates/passwordReset'
const wording = (more: object) => ({
  language: 'sv',
  subject: 'Kod till {{name}}',
  text: 'Koden är {{code}}.\r\n\r\n{{link}}',
  ...more,
})
const save = (body: object, path = reset) => office.fetch('PUT', path, wording(body))
const textOf = async (response: Response, language = 'sv') =>
  (await response.json<EditableTemplate>()).texts.find((one) => one.language === language)

/** Returns a mail as its recipient reads it. */
async function written(name: string, values: Record<string, string>, language: 'sv' | 'en' = 'sv', secret = false) {
  const db = database()
  const recipient = `${crypto.randomUUID()}@prov.example`
  // Only these fields of the context are used by a mail.
  const ctx = {
    db,
    env: { PORTAL_ORIGIN: 'https://portal.test', SESSION_SECRET: env.SESSION_SECRET },
    now: new Date(),
    newId: () => crypto.randomUUID(),
  }
  const whole = { ...ctx, requestId: crypto.randomUUID(), language, queuedJobs: [] } as never
  await db.commit(writeMail(whole, { recipient, userId: null, language, name, values, secret }))
  const [mail] = await query.select().from(outboxMails).where(eq(outboxMails.recipient, recipient))
  return mail && decryptMail(mail)
}

test('an e-mail is sent with its new text, in that language alone, and reverts to the delivered one', async () => {
  const values = { name: 'Anna', code: '123456', link: 'https://portal.test/x' }
  const before = await written('passwordReset', values)
  expect(before?.subject).toBe('Välj ett nytt lösenord')
  const saved = await textOf(await save({}))
  expect(saved).toMatchObject({ subject: 'Kod till {{name}}', text: 'Koden är {{code}}.\n\n{{link}}' })
  expect(saved?.lastChange).not.toBeNull()
  const after = await written('passwordReset', values)
  expect(after?.subject).toBe('Kod till Anna')
  expect(after?.body).toMatch(/^Koden är 123456\.\n\nhttps:\/\/portal\.test\/x\n\nHälsningar/)
  expect((await written('passwordReset', values, 'en'))?.subject).toBe('Choose a new password')
  const list = await (await office.fetch('GET', '/Mails/templates')).json<MailTemplate[]>()
  const shown = list.find(({ name }) => name === 'passwordReset')?.texts
  expect(shown).toMatchObject([{ edited: true, subject: 'Kod till Anna' }, { edited: false }])
  expect((await office.fetch('DELETE', `${reset}?language=sv`)).status).toBe(200)
  expect((await office.fetch('DELETE', `${reset}?language=sv`)).status).toBe(200)
  expect((await written('passwordReset', values))?.body).toBe(before?.body)
  const log = await query.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(2)
  expect(log.map(({ action }) => action)).toEqual(['mail.templateReset', 'mail.templateChanged'])
})

test('a variant has a text of its own, and a missing value is left empty', async () => {
  const path = '/Mails/templates/submissionReviewed'
  const body = { variant: 'approved', subject: 'Klart: {{title}}', text: 'Bra{{comment}}! {{link}}' }
  expect((await save(body, path)).status).toBe(200)
  const values = { name: 'Anna', title: 'Bana', link: 'https://x.test' }
  expect(await written('submissionReviewed', { ...values, context: 'approved' })).toMatchObject({
    subject: 'Klart: Bana',
    body: expect.stringMatching(/^Bra! https:\/\/x\.test\n/),
  })
  expect((await written('submissionReviewed', { ...values, context: 'rejected' }))?.subject).toContain('underkänd')
})

test('placeholders in a filled value are not filled', async () => {
  await save({ text: '{{name}} {{code}} {{link}}' })
  const values = { name: '{{code}} \ue000code\ue001', code: 'hemlig', link: '{{name}}' }
  expect((await written('passwordReset', values))?.body).toMatch(/^\{\{code\}\} code hemlig \{\{name\}\}\n/)
})

describe('a text is refused', () => {
  const fieldsOf = async (response: Response) => (await response.json<{ fields: Record<string, string> }>()).fields

  test('with a placeholder that the e-mail does not have, or without a required one, by its name', async () => {
    expect(await fieldsOf(await save({ subject: 'Hej {{author}}', text: 'Koden: {{code}}' }))).toEqual({
      subject: 'Platshållaren {{author}} finns inte för det här mejlet.',
      text: 'Texten måste innehålla {{link}}.',
    })
    expect((await fieldsOf(await save({ text: '{{code}} {{link}} {{na me}}' })))['text']).toContain('{{na me}}')
    expect((await fieldsOf(await save({ subject: ' ', text: '' })))['subject']).toBeTruthy()
  })

  test('that somebody else has changed, also the default one', async () => {
    const first = await textOf(await save({}))
    expect(await readRefusal(await save({ subject: 'För sent' }))).toEqual([409, 'changed_meanwhile'])
    const lastChange = first?.lastChange
    expect((await save({ subject: 'Min', lastChange })).status).toBe(200)
    expect(await readRefusal(await save({ subject: 'För sent', lastChange }))).toEqual([409, 'changed_meanwhile'])
    const both = await Promise.all([save({ language: 'en' }), save({ language: 'en' })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('of no existing e-mail, and by anybody else', async () => {
    expect((await save({}, '/Mails/templates/unknown')).status).toBe(404)
    expect((await save({ variant: 'unknown' })).status).toBe(404)
    expect((await (await signedIn()).fetch('PUT', reset, wording({}))).status).toBe(403)
  })
})

test('every e-mail can be saved with its delivered text', async () => {
  const list = await (await office.fetch('GET', '/Mails/templates')).json<MailTemplate[]>()
  for (const { name, variant } of list) {
    const path = `/Mails/templates/${name}`
    const shown = await (await office.fetch('GET', `${path}?variant=${variant ?? ''}`)).json<EditableTemplate>()
    for (const { language, original } of shown.texts) {
      const saved = await office.fetch('PUT', path, { variant: variant ?? '', language, ...original })
      expect(saved.status, `${name} ${variant} ${language}`).toBe(200)
    }
  }
}, 120_000)

test('a secret is filled into a custom text only when the e-mail is sent', async () => {
  await save({ text: 'Hej {{name}}, {{code}} {{link}}' })
  const values = { name: '{{code}}', code: '123456', link: '{{code}} $& \ue000code\ue001' }
  const mail = await written('passwordReset', values, 'sv', true)
  expect(mail?.body).toMatch(/^Hej \{\{code\}\}, 123456 \{\{code\}\} \$& /)
  const [stored] = await query
    .select()
    .from(outboxMails)
    .where(eq(outboxMails.id, mail?.id ?? 0))
  expect(stored?.body).not.toContain('123456')
})
